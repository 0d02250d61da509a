import { describe, expect, it } from 'vitest'
import { inTurn } from './inTurn.ts'

describe('what one person asks for', () => {
  it('is done four at a time in its order, whatever fails, and nobody else waits for it', async () => {
    const ends: (() => void)[] = []
    const began: string[] = []
    const ask = (who: string | undefined, what: string) =>
      inTurn(who, () => {
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
