import { describe, expect, it } from 'vitest'
import { inTurn } from './inTurn.ts'

describe('calls of one person', () => {
  it('run four at a time in their order, whatever fails, without delaying other people', async () => {
    const ends: (() => void)[] = []
    const began: string[] = []
    const ask = (person: string | undefined, what: string) =>
      inTurn({ person }, () => {
        began.push(what)
        return new Promise<void>((resolve, reject) => ends.push(what === 'b' ? () => reject(new Error('no')) : resolve))
      })
    const all = ['a', 'b', 'c', 'd', 'e', 'f'].map(what => ask('ada', what).catch(() => {}))
    void ask('ben', 'x')
    void ask(undefined, 'y')
    expect(began).toEqual(['a', 'b', 'c', 'd', 'x', 'y'])
    ends[1]?.()
    await all[1]
    expect(began).toEqual(['a', 'b', 'c', 'd', 'x', 'y', 'e'])
    for (let i = 0; i < began.length; i++) {
      ends[i]?.()
      await new Promise(resolve => setImmediate(resolve))
    }
    await Promise.all(all)
    expect(began.at(-1)).toBe('f')
  })
})

describe('calls that change one room', () => {
  it('run four at a time, and all calls together seven at a time', async () => {
    const began: string[] = []
    const ends: (() => void)[] = []
    const ask = (room: string, person: string) =>
      inTurn({ room, person }, () => {
        began.push(`${room}${person}`)
        return new Promise<void>(resolve => ends.push(resolve))
      })
    const all = ['a', 'b', 'c', 'd', 'e'].flatMap(person => [ask('one', person), ask('other', person)])
    await new Promise(resolve => setImmediate(resolve))
    expect(began).toEqual(['onea', 'othera', 'oneb', 'otherb', 'onec', 'otherc', 'oned'])
    for (let i = 0; i < 10; i++) {
      ends[i]?.()
      await new Promise(resolve => setImmediate(resolve))
    }
    await Promise.all(all)
    expect(began).toHaveLength(10)
  })
})
