import { describe, expect, it } from 'vitest'
import type { Frame } from '#server/frame.ts'
import { type Hearer, type MayRefuse, type Occasion, raise } from './occasions.ts'

declare module './occasions.ts' {
  interface Occasions {
    bellRings: Occasion<object, string, string>
    doorOpens: Occasion<MayRefuse<'NoPermission'>, void>
  }
}

const hearing = (...hearers: Hearer[]) => ({ frame: { hearers } as Pick<Frame, 'hearers'> })

describe('an occasion', () => {
  it('calls its hearers one after the other, in the order of the list, and returns their results', async () => {
    const order: string[] = []
    const word = (name: string): Hearer => ({
      bellRings: async (_context, bell) => {
        order.push(`${name} begins`)
        await Promise.resolve()
        order.push(`${name} ends`)
        return `${name} heard ${bell}`
      },
    })
    expect(await raise(hearing(word('first'), {}, word('second')), 'bellRings', 'noon')).toEqual([
      'first heard noon',
      'second heard noon',
    ])
    expect(order).toEqual(['first begins', 'first ends', 'second begins', 'second ends'])
  })

  it('fails with the first hearer that fails, and no other hears it', async () => {
    const heard: string[] = []
    const failing: Hearer = { bellRings: async () => Promise.reject(new Error('broken')) }
    const next: Hearer = { bellRings: async (_context, bell) => heard.push(bell).toString() }
    await expect(raise(hearing(failing, next), 'bellRings', 'noon')).rejects.toThrow('broken')
    expect(heard).toEqual([])
  })

  it('can be refused by a hearer only if its type says so, and only with that code', async () => {
    const context = {
      ...hearing({ doorOpens: async ({ fail }) => fail('NoPermission') }),
      fail: (code: string): never => {
        throw new Error(code)
      },
    }
    await expect(raise(context, 'doorOpens', undefined)).rejects.toThrow('NoPermission')
    const wrong = [
      // @ts-expect-error: the occasion does not say that it may be refused like this
      { doorOpens: async ({ fail }) => fail('PitchNotFound') },
      // @ts-expect-error: nor that it may be refused at all
      { bellRings: async ({ fail }) => fail('NoPermission') },
    ] satisfies Hearer[]
    expect(wrong).toHaveLength(2)
    // @ts-expect-error: who raises what may be refused has to declare how it fails
    const raised = () => raise(hearing(), 'doorOpens', undefined)
    expect(await raised()).toEqual([])
  })
})
