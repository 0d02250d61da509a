import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createTurns, type Sender } from './turns.ts'

const person = (accountId: string, organisationId: string): Sender => ({ accountId, organisationId })

/** Takes turns, and lists their names in the order in which they began. */
function asker(turns: ReturnType<typeof createTurns>) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    ask: (name: string, whose: Sender) =>
      void turns.take(whose).then(end => {
        begun.push(name)
        ends.set(name, end)
      }),
    async end(name: string) {
      ends.get(name)?.()
      await new Promise(setImmediate)
    },
  }
}
const soon = () => new Promise(setImmediate)

describe('turns', () => {
  it('are one at a time for a person, and never more than there are places', async () => {
    const { begun, ask, end } = asker(createTurns({ places: 2, spare: 0 }))
    ask('a1', person('a', 'x'))
    ask('a2', person('a', 'x'))
    ask('b1', person('b', 'x'))
    ask('c1', person('c', 'x'))
    await soon()
    expect(begun).toEqual(['a1', 'b1'])
    await end('a1')
    expect(begun).toEqual(['a1', 'b1', 'c1'])
    await end('b1')
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2'])
  })

  it('keep a place for an organisation that has none, whatever others have begun', async () => {
    const { begun, ask } = asker(createTurns({ places: 2, spare: 1 }))
    for (const name of ['a', 'b', 'c', 'd']) ask(name, person(name, 'x'))
    ask('other', person('o', 'y'))
    await soon()
    expect(begun).toEqual(['a', 'b', 'other'])
  })

  it('go to the organisation, and in it to the person, that was served longest ago', async () => {
    const { begun, ask, end } = asker(createTurns({ places: 1, spare: 0 }))
    ask('a1', person('a', 'x'))
    for (let n = 2; n <= 9; n++) ask(`a${n}`, person('a', 'x'))
    ask('b1', person('b', 'x'))
    ask('o1', person('o', 'y'))
    ask('o2', person('o', 'y'))
    await soon()
    for (const name of ['a1', 'o1', 'b1', 'o2', 'a2']) await end(name)
    expect(begun).toEqual(['a1', 'o1', 'b1', 'o2', 'a2', 'a3'])
  })

  it('without waiting go to the sender whose organisation was served longest ago, as long as they ask', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const turns = createTurns({ places: 1, spare: 0 })
    const end = turns.tryTake(person('a', 'x'))
    for (const name of ['b', 'c']) expect(turns.tryTake(person(name, 'x'))).toBeUndefined()
    expect(turns.tryTake(person('o', 'y'))).toBeUndefined()
    end?.()
    expect(turns.tryTake(person('b', 'x')), 'of the flood').toBeUndefined()
    const endOther = turns.tryTake(person('o', 'y'))
    expect(endOther).toBeTypeOf('function')
    expect(turns.tryTake(person('p', 'z'))).toBeUndefined()
    endOther?.()
    expect(turns.tryTake(person('b', 'x'))).toBeUndefined()
    vi.advanceTimersByTime(3500)
    expect(turns.tryTake(person('b', 'x')), 'p no longer asks').toBeTypeOf('function')
  })

  it('are tried without waiting, and end once, however often they are ended', () => {
    const turns = createTurns({ places: 1, spare: 0 })
    const end = turns.tryTake(person('a', 'x'))
    expect(turns.tryTake(person('b', 'y'))).toBeUndefined()
    end?.()
    end?.()
    expect(turns.tryTake(person('b', 'y'))).toBeTypeOf('function')
    expect(turns.tryTake(person('c', 'y'))).toBeUndefined()
  })
})
