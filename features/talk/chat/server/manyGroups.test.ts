import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { BEGUN_GROUPS, LISTED_GROUPS, MOST_LISTED_GROUPS } from '#features/talk/chat/rules.ts'
import { type RoomStack, seedAttendee, seedPitch, startRooms } from '#testing/startRooms.ts'
import { chatGroupOf } from './queries.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterEach(() => stack.empty())
afterAll(() => stack.stop())

const text = (content: string) => ({ content, local_msg_id: crypto.randomUUID() })
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { code: string }) => error.code,
  )

async function livePitch() {
  const { people } = stack
  const made = await seedPitch(stack, { state: 'inProgress', moderators: [people.member.email] })
  const ivy = await seedAttendee(stack, made, people.investor)
  await seedAttendee(stack, made, people.secondInvestor)
  return { made, pitch_uuid: made.uuid, ivy: stack.withToken(ivy.token) }
}

/** So many groups that Ivy has made and is in, older from one to the next. */
async function seedGroups(pitchId: number, count: number, prefix = 'Group') {
  const me = stack.people.investor.id
  await stack.db.execute(sql`with made as (
      insert into chat_group (pitch_id, kind, name, made_by, made_at)
        select ${pitchId}, 'group', ${prefix} || ' ' || i, ${me}, now() - i * interval '1 minute'
        from generate_series(1, ${count}::int) as i returning id
    ) insert into chat_member (group_id, account_id) select id, ${me} from made`)
}

describe('the private chats that one person begins', () => {
  it('[CALL-220] are 200 in a pitch, those of two and of more, by whichever way and also when two calls race', async () => {
    const { people } = stack
    const { made, pitch_uuid, ivy } = await livePitch()
    await seedGroups(made.id, BEGUN_GROUPS - 1)
    const both = [people.presenter.id, people.secondInvestor.id]
    const racing = await Promise.all([
      codeOf(ivy.addChatGroup({ pitch_uuid, members: both })),
      codeOf(ivy.addChatGroup({ pitch_uuid, members: [people.presenter.id] })),
      codeOf(ivy.sendMessage({ ...text('Hello'), touserid: people.secondInvestor.id })),
    ])
    expect(racing.toSorted()).toEqual(['ChatTooManyGroups', 'ChatTooManyGroups', 'done'])
    expect(await codeOf(ivy.addChatGroup({ pitch_uuid, members: both, name: 'One more' }))).toBe('ChatTooManyGroups')
    expect((await ivy.getChatGroupList({ pitch_uuid, limit: 1 })).total).toBeLessThanOrEqual(BEGUN_GROUPS)

    // what others begin is theirs, and what there is goes on
    const { group_uuid } = await stack
      .as('presenter')
      .sendMessage({ ...text('Hello Ivy'), touserid: people.investor.id, pitch_uuid })
    await ivy.sendMessage({ ...text('Hello Paul'), group_uuid })
    await ivy.sendMessage({ ...text('Once more'), touserid: people.presenter.id })
    // another pitch has its own
    const other = await livePitch()
    await other.ivy.addChatGroup({ pitch_uuid: other.pitch_uuid, members: both })
  })

  it('[CALL-224] become possible again when one of them is ended', async () => {
    const { people } = stack
    const { made, pitch_uuid, ivy } = await livePitch()
    await seedGroups(made.id, BEGUN_GROUPS)
    const add = () => ivy.addChatGroup({ pitch_uuid, members: [people.presenter.id], name: 'New' })
    expect(await codeOf(add())).toBe('ChatTooManyGroups')
    const [first] = (await ivy.getChatGroupList({ pitch_uuid, limit: 1 })).items
    await ivy.deleteChatGroup({ group_uuid: first?.chat_id ?? '' })
    expect(await codeOf(add())).toBe('done')
  })

  it('[PERM-057] do not keep a moderator from forwarding to the host', async () => {
    const { people } = stack
    const { made, pitch_uuid, ivy } = await livePitch()
    const group_uuid = await chatGroupOf(stack.db, made)
    const { id } = await ivy.sendMessage({ ...text('What is your churn?'), group_uuid })
    await stack.db.execute(sql`insert into chat_group (pitch_id, kind, name, made_by)
      select ${made.id}, 'group', '', ${people.member.id} from generate_series(1, ${BEGUN_GROUPS}::int)`)
    const forwarded = await stack.as('member').forwardMessages({ pitch_uuid, message_ids: [id] })
    expect(forwarded).toEqual({ forwarded: 1, already: 0 })
  })
})

describe('getChatGroupList', () => {
  it('[CALL-221] gives the newest first, as many as are asked for, and says how many there are', async () => {
    const { people } = stack
    const { made, pitch_uuid, ivy } = await livePitch()
    await seedGroups(made.id, LISTED_GROUPS + 20)
    const list = await ivy.getChatGroupList({ pitch_uuid })
    expect([list.items.length, list.total]).toEqual([LISTED_GROUPS, LISTED_GROUPS + 20])
    expect(list.items.slice(0, 2).map(one => one.name)).toEqual(['Group 1', 'Group 2'])
    const all = await ivy.getChatGroupList({ pitch_uuid, limit: MOST_LISTED_GROUPS })
    expect([all.items.length, all.total]).toEqual([LISTED_GROUPS + 20, LISTED_GROUPS + 20])
    // what is talked in comes first; an empty chat of two is not in it, nor counted
    const oldest = all.items.at(-1)
    await ivy.sendMessage({ ...text('Still here'), group_uuid: oldest?.chat_id ?? '' })
    await ivy.addChatGroup({ pitch_uuid, members: [people.presenter.id] })
    const next = await ivy.getChatGroupList({ pitch_uuid, limit: 2 })
    expect(next.items.map(one => one.name)).toEqual([oldest?.name, 'Group 1'])
    expect(next.total).toBe(LISTED_GROUPS + 20)
    for (const limit of [0, MOST_LISTED_GROUPS + 1])
      await expect(ivy.getChatGroupList({ pitch_uuid, limit })).rejects.toThrow('InputInvalid')
  })

  it('[CALL-221] is there at once for a member of 500 chats of 100 messages each', async () => {
    const { made, pitch_uuid, ivy } = await livePitch()
    await seedGroups(made.id, 500)
    const all = Object.values(stack.people).map(({ id }) => id)
    await stack.db.execute(sql`insert into chat_member (group_id, account_id)
      select g.id, a.id from chat_group g, unnest(${sql.param(all)}::uuid[]) as a(id)
      where g.pitch_id = ${made.id} and g.kind = 'group' on conflict do nothing`)
    await stack.db.execute(sql`insert into chat_message
        (group_id, from_account_id, from_name, local_message_id, type, content, at)
      select g.id, ${stack.people.investor.id}, 'Ivy', gen_random_uuid(), 0, repeat('words ', 100), now()
      from chat_group g, generate_series(1, 100) where g.pitch_id = ${made.id} and g.kind = 'group'`)
    await stack.db.execute(sql`analyze chat_message, chat_member, chat_group`)
    const quickest = async (limit: number) => {
      const took: number[] = []
      for (let i = 0; i < 5; i++) {
        const began = performance.now()
        const { items, total } = await ivy.getChatGroupList({ pitch_uuid, limit })
        took.push(performance.now() - began)
        expect([items.length, total]).toEqual([Math.min(limit, 500), 500])
        expect(items.every(one => one.last_message)).toBe(true)
      }
      return Math.min(...took)
    }
    const [first, whole] = [await quickest(LISTED_GROUPS), await quickest(500)]
    // a busy machine needs a third of this
    expect(first).toBeLessThan(120)
    expect(whole).toBeLessThan(200)
  }, 60_000)
})
