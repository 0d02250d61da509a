import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RoomEvent } from '#features/room/room/parts.ts'
import { until } from '#testing/startRooms.ts'
import { keepOrder } from './order.ts'

const event = (seq: number): RoomEvent => ({ seq, type: 'deckChanged', payload: { pages: seq }, at: '' })

const orderOf = (last: number, stored: readonly RoomEvent[] = []) => {
  const came: number[] = []
  let failing = 0
  const order = keepOrder({
    last,
    deliver: ({ seq }) => came.push(seq),
    read: async after => {
      if (failing-- > 0) throw new Error('down')
      return stored.filter(({ seq }) => seq > after).slice(0, 3)
    },
    onError: () => {},
  })
  const fail = (times: number) => {
    failing = times
  }
  return { came, order, fail }
}

describe('the order of events', () => {
  it('brings crossed commits in order, each once', () => {
    const { came, order } = orderOf(3)
    order.take([event(5)])
    expect(came).toEqual([])
    order.take([event(4), event(5), event(2)])
    order.take([event(4)])
    expect(came).toEqual([4, 5])
    order.close()
  })

  it('reads from the database what never comes, also when it is much, and also after it was down', async () => {
    const { came, order, fail } = orderOf(0, [1, 2, 3, 4, 5, 6, 7, 8].map(event))
    fail(1)
    order.take([event(8)])
    await until(() => came.length === 8)
    expect(came).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    order.close()
  })

  it('catches up with a number that it is told', async () => {
    const { came, order } = orderOf(1, [1, 2, 3].map(event))
    order.catchUp(3)
    await until(() => came.length === 2)
    expect(came).toEqual([2, 3])
    order.close()
  })

  it('delivers every number once and in order, however they come', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 200 }), numbers => {
        const { came, order } = orderOf(0)
        for (const seq of numbers) order.take([event(seq)])
        order.take(Array.from({ length: 30 }, (_, i) => event(i + 1)))
        order.close()
        expect(came).toEqual(Array.from({ length: 30 }, (_, i) => i + 1))
      }),
    )
  })
})
