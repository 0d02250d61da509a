import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { lockPitch } from '#features/core/pitch/server/state.ts'
import { chatGroupOf } from '#features/talk/chat/server/queries.ts'
import { type RoomStack, seedAttendee, seedPitch, startRooms } from '#testing/startRooms.ts'
import { lockRoomAt } from './append.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterEach(() => stack.empty())
afterAll(() => stack.stop())

const sleep = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

describe('a room in which much happens at once', () => {
  it('has no deadlock between people who leave, talk and turn pages', async () => {
    const made = await seedPitch(stack, { state: 'inProgress' })
    const group_uuid = await chatGroupOf(stack.db, made)
    const [one, other] = await Promise.all(
      [stack.people.investor, stack.people.coHost].map(async person =>
        stack.withToken((await seedAttendee(stack, made, person)).token),
      ),
    )
    const presenter = stack.as('presenter')
    const say = (client = presenter) =>
      client.sendMessage({ group_uuid, content: 'What is the churn?', local_msg_id: crypto.randomUUID() })
    const deadlocks = async () => {
      const { rows } = await stack.frame.pool.query(
        'select deadlocks::int as n from pg_stat_database where datname = current_database()',
      )
      return rows[0].n as number
    }
    const before = await deadlocks()
    for (let round = 0; round < 8; round++)
      await Promise.all([
        say(one),
        other?.exitUser({ pitch_uuid: made.uuid }),
        presenter.sgUpdatePitchPages({ pitch_uuid: made.uuid, page: 1, action: 'right', index: 0 }),
        say(),
        other?.exitUser({ pitch_uuid: made.uuid }),
      ])
    await sleep(1200) // until then PostgreSQL keeps its count to itself
    expect((await deadlocks()) - before).toBe(0)
  })

  it('makes a call anew that PostgreSQL ended because two waited for each other', async () => {
    const made = await seedPitch(stack, { state: 'inProgress' })
    const { waiting } = await stack.db.transaction(async db => {
      await lockRoomAt(db, made.id)
      // it holds the pitch and waits for its room, longer than we do
      const waiting = stack.as('presenter').exitUser({ pitch_uuid: made.uuid })
      await sleep(300)
      await lockPitch(db, made.id)
      return { waiting }
    })
    await expect(waiting).resolves.toBeTruthy()
  })
})
