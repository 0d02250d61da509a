import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { room, roomEvent } from '#features/room/room/server/tables.ts'
import { chatGroupOf } from '#features/talk/chat/server/queries.ts'
import { chatGroup, chatMessage } from '#features/talk/chat/server/tables.ts'
import { questionDesk, shown } from '#testing/questionDesk.ts'
import { follow, type RoomStack, startRooms, until } from '#testing/startRooms.ts'
import { question } from './tables.ts'

// the same few people say more here than anyone types
vi.mock('#server/pace.ts', async pace => ({
  ...(await pace<typeof import('#server/pace.ts')>()),
  newPace: () => () => true,
}))

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterEach(() => stack.empty())
afterAll(() => stack.stop())

const live = () => questionDesk(stack)

describe('forwardMessages', () => {
  const said = (client: ReturnType<RoomStack['as']>, group_uuid: string, content: string) =>
    client.sendMessage({ group_uuid, content, local_msg_id: crypto.randomUUID() })
  const textOf = ({ msg_content }: { msg_content: string }) => Buffer.from(msg_content, 'base64').toString()

  it('[PERM-057, ENT-100, CONST-015] sends them to the host in private, as "Message from {name}" with what they forward, and puts them on the desk', async () => {
    const { made, pitch_uuid, investor, second, desk, seenBy } = await live()
    const group = await chatGroupOf(stack.db, made)
    const [one, two] = [await said(investor, group, 'Why now?'), await said(second, group, 'And why you?')]
    const [host, coHost] = [await seenBy('presenter'), await seenBy('coHost')]
    const forward = { pitch_uuid, message_ids: [two.id, one.id] }
    expect(await stack.as('member').forwardMessages(forward)).toEqual({ forwarded: 2, already: 0 })
    const got = () => host.signals.flatMap(({ type, payload }) => (type === 'chatMessage' ? [payload] : []))
    await until(() => got().length === 2)
    const { items: chats } = await stack.as('presenter').getChatGroupList({ pitch_uuid })
    const { items } = await stack.as('presenter').getChatHistory({ group_uuid: chats[0]?.chat_id ?? '' })
    expect(items.map(textOf)).toEqual(['Message from Ivy Investor: Why now?', 'Message from Ines Second: And why you?'])
    expect(items[0]).toMatchObject({
      type: 'friend',
      msg_type: 151,
      fromuserid: stack.people.member.id,
      touserid: stack.people.presenter.id,
      offdata: {
        message_id: one.id,
        fromuserid: stack.people.investor.id,
        name: 'Ivy Investor',
        create_time: one.create_time,
        msg_content: one.msg_content,
      },
    })
    expect((await desk()).items.map(question => [question.content, question.name, question.message_id])).toEqual([
      ['Why now?', 'Ivy Investor', one.id],
      ['And why you?', 'Ines Second', two.id],
    ])
    expect((await desk()).items.every(question => question.forwarded_by !== '')).toBe(true)
    // in private: to the host alone
    expect(coHost.signals.filter(signal => signal.type === 'chatMessage')).toEqual([])
    expect((await stack.as('member').getQuestionList({ pitch_uuid })).message_ids).toEqual([two.id, one.id])
    expect(await stack.as('member').forwardMessages(forward)).toEqual({ forwarded: 0, already: 2 })
  })

  it('goes to the leading presenter, except their own; of two moderators who forward the same one does', async () => {
    const { made, pitch_uuid, investor, desk } = await live()
    const group = await chatGroupOf(stack.db, made)
    const { id } = await said(investor, group, 'Once?')
    const both = await Promise.all(
      (['member', 'coHost', 'admin'] as const).map(name =>
        stack.as(name).forwardMessages({ pitch_uuid, message_ids: [id] }),
      ),
    )
    expect(both.map(one => one.forwarded).sort()).toEqual([0, 0, 1])
    expect((await stack.as('presenter').getChatGroupList({ pitch_uuid })).items).toHaveLength(1)
    const own = await said(investor, group, 'Mine to see')
    await stack.as('presenter').forwardMessages({ pitch_uuid, message_ids: [own.id] })
    expect((await desk()).waiting).toBe(2)
    expect((await stack.as('presenter').getChatGroupList({ pitch_uuid })).items).toHaveLength(1)
  })

  it('takes what was written in everybody’s chat of that pitch, and nothing else', async () => {
    const { made, pitch_uuid, investor } = await live()
    const other = await live()
    const group = await chatGroupOf(stack.db, made)
    const foreign = await said(other.investor, await chatGroupOf(stack.db, other.made), 'Elsewhere')
    const gone = await said(investor, group, 'Gone')
    await investor.deleteMessage({ group_uuid: group, message_id: gone.id })
    const { id: own } = await said(investor, group, 'Here')
    const toHost = { touserid: stack.people.presenter.id, pitch_uuid, content: 'private', type: 'friend' as const }
    const hidden = await investor.sendMessage({ ...toHost, local_msg_id: crypto.randomUUID() })
    const [started] = (await investor.getChatHistory({ group_uuid: group })).items
    for (const id of [foreign.id, gone.id, hidden.id, started?.id ?? 0])
      await expect(stack.as('member').forwardMessages({ pitch_uuid, message_ids: [own, id] })).rejects.toThrow(
        'MessageNotFound',
      )
    const tooMany = Array.from({ length: 21 }, (_, i) => i + 1)
    for (const message_ids of [[], tooMany])
      await expect(stack.as('member').forwardMessages({ pitch_uuid, message_ids })).rejects.toThrow('InputInvalid')
  })

  it('loses the question again when its message is deleted, also from everybody’s view', async () => {
    const { made, ivy, pitch_uuid, second, desk, update, seenBy } = await live()
    const group_uuid = await chatGroupOf(stack.db, made)
    const { id: message_id } = await said(second, group_uuid, 'Never mind')
    await stack.as('member').forwardMessages({ pitch_uuid, message_ids: [message_id] })
    const seen = await seenBy(ivy)
    await update((await desk()).items[0]?.id ?? '', 'answering')
    await until(() => shown(seen))
    await second.deleteMessage({ group_uuid, message_id })
    await until(() => shown(seen) === null)
    expect((await desk()).items).toEqual([])
  })

  it('keeps no word of a message that is deleted: not on the desk, in private or for browsers that resume', async () => {
    const { made, ines, pitch_uuid, second, desk, update, seenBy } = await live()
    const group_uuid = await chatGroupOf(stack.db, made)
    const { id: message_id } = await second.sendMessage({
      ...{ group_uuid, content: 'A secret for @Ivy Investor', local_msg_id: crypto.randomUUID() },
      notification_members: [stack.people.investor.id],
    })
    const host = await seenBy('presenter')
    const { id: kept } = await said(second, group_uuid, 'Not deleted')
    await stack.as('member').forwardMessages({ pitch_uuid, message_ids: [message_id, kept] })
    const question_id = (await desk()).items.find(one => one.message_id === message_id)?.id ?? ''
    await update(question_id, 'answering')
    await until(() => shown(host))
    const { seq } = host
    await second.deleteMessage({ group_uuid, message_id })
    await until(() => host.signals.some(({ type }) => type === 'chatMessageChanged'))

    const told = /secret|QSBzZWNyZXQ|Ivy Investor/
    const { rows } = await stack.db.execute(sql`
      select to_jsonb(m)::text as row from ${chatMessage} m
        join ${chatGroup} g on g.id = m.group_id where g.pitch_id = ${made.id}
      union all select to_jsonb(q)::text from ${question} q where q.pitch_id = ${made.id}
      union all select payload::text from ${roomEvent} where pitch_id = ${made.id}
      union all select state::text from ${room} where pitch_id = ${made.id}`)
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.filter(row => told.test(String(row['row'])))).toEqual([])
    const [chat] = (await stack.as('presenter').getChatGroupList({ pitch_uuid })).items
    const { items } = await stack.as('presenter').getChatHistory({ group_uuid: chat?.chat_id ?? '' })
    expect(items.map(({ deleted, offdata }) => [deleted, offdata?.name])).toEqual([
      ['sender', undefined],
      [undefined, 'Ines Second'],
    ])
    // from the memory of one server, and from the database by another one
    const other = await stack.startSecond()
    for (const at of [stack.url, other.url]) {
      const back = follow(stack.connect(ines, pitch_uuid, { since: seq - 1, at }))
      await until(() => back.first)
      expect(back.events.map(({ type }) => type)).toEqual(['questionShown', 'messageDeleted', 'questionShown'])
      expect(JSON.stringify(back.events)).not.toMatch(told)
      expect(back.events[0]?.payload).toMatchObject({ question: { question_id, message_id, content: '' } })
    }
    await stack.empty()
    await other.stop()
  })
})
