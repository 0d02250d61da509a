import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { prepare } from './frames.ts'
import { openOutbox } from './outbox.ts'

const head = (seq: number) => prepare('head', { seq })
const numbers = (texts: readonly string[]) => texts.map(text => Number(/"seq":(\d+)/.exec(text)?.[1]))

describe('what goes to everybody in a room', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** A room in which telling one member takes so many milliseconds. */
  function room(milliseconds: number, ...names: string[]) {
    const members = new Set(names)
    const heard: Record<string, number[][]> = {}
    let time = 0
    const outbox = openOutbox<string>(
      members,
      (member, { texts }) => {
        time += milliseconds
        heard[member] = [...(heard[member] ?? []), numbers(texts)]
      },
      () => time + Date.now(),
    )
    return { members, heard, outbox }
  }

  it('goes at once while little happens', () => {
    const { heard, outbox } = room(0, 'ann', 'ben')
    for (const seq of [1, 2, 3]) outbox.send(head(seq))
    expect(heard).toEqual({ ann: [[1], [2], [3]], ben: [[1], [2], [3]] })
  })

  it('is gathered while a crowd takes its time, in its order, and never rests for long', () => {
    const { heard, outbox } = room(40, 'ann', 'ben')
    for (const seq of [1, 2, 3]) outbox.send(head(seq))
    expect(heard['ben']).toEqual([[1]])
    vi.advanceTimersByTime(50)
    expect(heard['ben']).toEqual([[1], [2, 3]])
    outbox.close()
  })

  it('reaches who comes meanwhile once, from when they came on', () => {
    const { members, heard, outbox } = room(40, 'ann')
    outbox.send(head(1))
    outbox.send(head(2))
    members.add('cleo')
    outbox.joined('cleo')
    outbox.send(head(3))
    vi.advanceTimersByTime(50)
    expect(heard['ann']).toEqual([[1], [2, 3]])
    expect(heard['cleo']?.flat()).toEqual([3])
    members.delete('ann')
    vi.advanceTimersByTime(50)
    outbox.send(head(4))
    vi.advanceTimersByTime(100)
    expect(heard['cleo']?.flat()).toEqual([3, 4])
    expect(heard['ann']).toHaveLength(2)
  })
})
