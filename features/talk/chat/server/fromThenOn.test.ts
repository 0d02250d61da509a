import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readRoom } from '#features/room/room/server/queries.ts'
import { livePitch } from '#testing/livePitch.ts'
import { follow, type RoomStack, startRooms, until } from '#testing/startRooms.ts'
import { chatGroup } from './tables.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterEach(() => stack.empty())
afterAll(() => stack.stop())

async function live() {
  const { made, pitch_uuid, ivy, investor } = await livePitch(stack)
  return { made, pitch_uuid, token: ivy.token, ivy: investor }
}

const waiting = async () => {
  const { rows } = await stack.frame.pool.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.n ?? 0
}

/**
 * Holds the room until `acts` have all come to its lock, one after the other: the first of them has it first. Answers
 * how each of them ended.
 */
async function inOrder(pitchId: number, acts: readonly (() => Promise<unknown>)[]): Promise<string[]> {
  const ends: Promise<string>[] = []
  await stack.db.transaction(async held => {
    await held.execute(sql`select from room where pitch_id = ${pitchId} for update`)
    for (const [at, act] of acts.entries()) {
      ends.push(
        act().then(
          () => 'done',
          (error: { code: string }) => error.code,
        ),
      )
      await until(async () => (await waiting()) === at + 1)
    }
  })
  return Promise.all(ends)
}

describe('from the acknowledgement of a removal on', () => {
  const remove = (pitch_uuid: string, user_id: string) => () =>
    stack.as('presenter').removeAttendee({ pitch_uuid, user_id })

  it('a removed attendee who waited for the room makes no chat', async () => {
    const { people } = stack
    for (const members of [[people.presenter.id], [people.presenter.id, people.secondInvestor.id]]) {
      const { made, pitch_uuid, ivy } = await live()
      const ends = await inOrder(made.id, [
        remove(pitch_uuid, people.investor.id),
        () => ivy.addChatGroup({ pitch_uuid, members }),
      ])
      expect(ends).toEqual(['done', 'RemovedFromRoom'])
      const groups = await stack.db.select().from(chatGroup)
      expect(groups.filter(group => group.pitchId === made.id && group.kind !== 'room')).toEqual([])
    }
  })

  it('a removed attendee who waited renames no group, adds and removes no member and deletes none', async () => {
    const { people } = stack
    const { made, pitch_uuid, ivy } = await live()
    const { chat_id: group_uuid } = await ivy.addChatGroup({ pitch_uuid, name: 'Two', members: [people.presenter.id] })
    const ends = await inOrder(made.id, [
      remove(pitch_uuid, people.investor.id),
      () => ivy.updateChatGroup({ group_uuid, name: 'Mine' }),
      () => ivy.updateChatGroup({ group_uuid, added_members: [people.secondInvestor.id] }),
      () => ivy.updateChatGroup({ group_uuid, left_members: [people.investor.id] }),
      () => ivy.deleteChatGroup({ group_uuid }),
    ])
    expect(ends).toEqual(['done', ...Array.from({ length: 4 }, () => 'RemovedFromRoom')])
    const now = await stack.as('presenter').getChatGroup({ group_uuid })
    expect([now.name, now.members.map(({ id }) => id)]).toEqual(['Two', [people.presenter.id]])
  })

  it('no member who waited adds the removed attendee', async () => {
    const { people } = stack
    const { made, pitch_uuid } = await live()
    const ends = await inOrder(made.id, [
      remove(pitch_uuid, people.investor.id),
      () => stack.as('member').addChatGroup({ pitch_uuid, name: 'x', members: [people.investor.id] }),
    ])
    expect(ends).toEqual(['done', 'ChatPersonNotFound'])
  })

  it('[PROD-018] no speech is captioned of a speaker who was removed, or may not speak any more', async () => {
    const { people } = stack
    const { made, pitch_uuid, token, ivy } = await live()
    const seen = follow(stack.connect({ token }, pitch_uuid))
    await until(() => seen.first)
    const presenter = stack.as('presenter')
    await until(async () => (await presenter.getRoomPeople({ pitch_uuid })).here === 1)
    const grant = (microphone: boolean) =>
      presenter.grantStage({ pitch_uuid, user_id: people.investor.id, microphone, camera: true })
    const say = () =>
      ivy.sendCaption({ pitch_uuid, id: crypto.randomUUID(), text: 'Buy it.', language: 'en', final: true })
    await grant(true)
    expect(await inOrder(made.id, [() => grant(false), say])).toEqual(['done', 'NoPermission'])
    await grant(true)
    expect(await inOrder(made.id, [remove(pitch_uuid, people.investor.id), say])).toEqual(['done', 'RemovedFromRoom'])
    expect((await readRoom(stack.frame, made.id)).view.room.captions).toEqual([])
  })
})
