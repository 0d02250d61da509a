import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PitchStack, startPitchStack } from '#testing/pitchStack.ts'
import { changePitchState } from './state.ts'

let stack: PitchStack
beforeAll(async () => {
  stack = await startPitchStack()
})
afterAll(() => stack.stop())

const detail = (uuid: string) => stack.as('presenter').getPitchDetail({ uuid })

describe('changePitchState', () => {
  it('[STATE-001, STATE-002, STATE-007] starts a pitch once when two requests race', async () => {
    const { id, uuid } = await stack.create('presenter')
    expect(await detail(uuid)).toMatchObject({ status: 0, real_start_time: null })
    const start = () => stack.db.transaction(tx => changePitchState(tx, { id }, 'start'))
    const both = await Promise.all([start(), start(), start(), start()])
    expect(both.filter(Boolean)).toHaveLength(1)
    expect(await detail(uuid)).toMatchObject({ state: 'inProgress', status: 2, real_start_time: expect.any(String) })
  })

  it('[STATE-008, STATE-034] processes a pitch that has ended until it is over', async () => {
    const { id, uuid } = await stack.create('presenter')
    await stack.take(id, 'start')
    await stack.db.transaction(async tx => {
      expect(await changePitchState(tx, { id }, 'end')).toMatchObject({ state: 'processing' })
    })
    const until = Date.now() + 10_000
    while ((await detail(uuid)).state !== 'over' && Date.now() < until) await sleep(20)
    expect(await detail(uuid)).toMatchObject({ state: 'over', status: 4, real_end_time: expect.any(String) })
  })

  it('does nothing to a pitch whose state forbids it, or that is deleted', async () => {
    const { id, uuid } = await stack.create('presenter')
    const change = (action: 'end' | 'start') => stack.db.transaction(tx => changePitchState(tx, { id }, action))
    expect(await change('end')).toBeUndefined()
    await stack.as('presenter').deletePitch({ id, uuid })
    expect(await change('start')).toBeUndefined()
  })
})
