import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findAccount } from '#features/core/account/server/queries.ts'
import { account } from '#features/core/account/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import type { Snapshot } from '#features/room/room/socket.ts'
import type { ChatMessage } from '#features/talk/chat/events.ts'
import { follow, type RoomStack, seedAttendee, seedPitch, startRooms, until } from '#testing/startRooms.ts'
import { chatGroupOf } from './queries.ts'
import { chatGroup, chatMessage } from './tables.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterEach(() => stack.empty())
afterAll(() => stack.stop())

const message = (group_uuid: string, content: string, local_msg_id: string = crypto.randomUUID()) => ({
  group_uuid,
  content,
  local_msg_id,
})
const textOf = ({ msg_content }: { msg_content: string }) => Buffer.from(msg_content, 'base64').toString()

/** A live pitch with its chat, and an attendee of it. */
async function liveChat(more: Parameters<typeof seedPitch>[1] = { state: 'inProgress' }) {
  const made = await seedPitch(stack, more)
  const { token } = await seedAttendee(stack, made, stack.people.investor)
  return { made, group: await chatGroupOf(stack.db, made), attendee: stack.withToken(token), token }
}

describe('the chat of a pitch', () => {
  it('is one, by whichever call it is made', async () => {
    const made = await seedPitch(stack)
    const asked = await Promise.all(Array.from({ length: 10 }, () => chatGroupOf(stack.db, made)))
    expect(new Set(asked).size).toBe(1)
    expect(await stack.db.select().from(chatGroup).where(eq(chatGroup.pitchId, made.id))).toHaveLength(1)
  })
})

describe('sendMessage', () => {
  it('[PROD-020, CALL-218, CALL-219, CONST-011, ENT-093, ENT-094, ENT-095, ENT-096, ENT-098] reaches everybody in the room as text', async () => {
    const { made, group, attendee } = await liveChat()
    const seen = follow(stack.connect('presenter', made.uuid))
    await until(() => seen.first)
    const content = 'Bonjour 你好 <script>alert(1)</script> **[b]x[/b]** & "quotes"\nnext line'
    const local_msg_id = crypto.randomUUID()
    const said = {
      ...message(group, content, local_msg_id),
      type: 'group' as const,
      msg_type: 0 as const,
      notification_members: [],
    }
    const sent = await attendee.sendMessage({ ...said, action: 'send' })
    const other = attendee.sendMessage({ ...said, action: 'delete' as 'send' })
    await expect(other).rejects.toMatchObject({ code: 'InputInvalid', fields: { action: expect.any(String) } })
    await until(() => seen.events.length > 0)
    expect(seen.events[0]).toMatchObject({ type: 'messageSent', payload: { message: sent } })
    expect(sent).toEqual({
      id: expect.any(Number),
      local_msg_id,
      group_uuid: group,
      type: 'group',
      msg_type: 0,
      msg_content: Buffer.from(content).toString('base64'),
      fromuserid: stack.people.investor.id,
      touserid: null,
      name: 'Ivy Investor',
      create_time: expect.stringMatching(/Z$/),
      send_access_token: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    const [stored] = await stack.db.select().from(chatMessage).where(eq(chatMessage.id, sent.id))
    expect(stored?.content).toBe(content)
  })

  it('carries the part of team members, and none for an attendee with the same name', async () => {
    const { people } = stack
    const { made, group, attendee } = await liveChat({ state: 'inProgress', moderators: [people.member.email] })
    const { firstname, lastname } = await findAccount(stack.db, people.presenter.id)
    await stack.db.update(account).set({ firstname, lastname }).where(eq(account.id, people.investor.id))
    const seen = follow(stack.connect('presenter', made.uuid))
    await until(() => seen.first)
    const parts: (string | undefined)[] = []
    for (const who of [stack.as('presenter'), stack.as('member'), stack.as('pitchadmin'), attendee])
      parts.push((await who.sendMessage({ ...message(group, 'x'), ...{ part: 'owner', from_part: 'owner' } })).part)
    expect(parts).toEqual(['owner', 'moderator', 'admin', undefined])
    await until(() => seen.events.length === 4)
    const told = seen.events.map(({ payload }) => (payload as { message: ChatMessage }).message.part)
    expect(told).toEqual(parts)
    expect((await attendee.getChatHistory({ group_uuid: group })).items.map(one => one.part)).toEqual(parts)
    const late = follow(stack.connect('presenter', made.uuid))
    await until(() => late.first)
    const { state } = late.first as Snapshot
    expect(state.chat.messages.map(one => one.part)).toEqual(parts)
  })

  it('[ENT-098] may answer a message of the same chat, and of no other', async () => {
    const { group } = await liveChat({ state: 'inProgress', isPublic: true })
    const attendee = stack.as('coHost')
    const other = await liveChat()
    const first = await stack.as('presenter').sendMessage(message(group, 'Any questions?'))
    const answer = await attendee.sendMessage({ ...message(group, 'One'), father_message: first.id })
    expect(answer.father_message).toBe(first.id)
    expect((await attendee.getChatHistory({ group_uuid: group })).items.map(one => one.father_message)).toEqual([
      undefined,
      first.id,
    ])
    const foreign = await stack.as('presenter').sendMessage(message(other.group, 'Elsewhere'))
    for (const father_message of [foreign.id, 2 ** 40])
      await expect(attendee.sendMessage({ ...message(group, 'x'), father_message })).rejects.toThrow('MessageNotFound')
  })

  it('sent twice is one message, also in a race', async () => {
    const { made, group, attendee } = await liveChat()
    const seen = follow(stack.connect('presenter', made.uuid))
    await until(() => seen.first)
    const same = message(group, 'Once')
    const answers = await Promise.all(Array.from({ length: 8 }, () => attendee.sendMessage(same)))
    expect(new Set(answers.map(answer => answer.id)).size).toBe(1)
    expect(await attendee.sendMessage({ ...same, content: 'Something else' })).toEqual(answers[0])
    // The same id of another person is another message.
    expect((await stack.as('presenter').sendMessage(same)).id).not.toBe(answers[0]?.id)
    await until(() => seen.events.length === 2)
    await new Promise(resolve => setTimeout(resolve, 100))
    expect(seen.events).toHaveLength(2)
  })

  it('keeps one order for everybody when all write at once, in history as in the room', async () => {
    const { made, group, attendee } = await liveChat()
    const seen = [follow(stack.connect('presenter', made.uuid)), follow(stack.connect('admin', made.uuid))]
    await until(() => seen.every(one => one.first))
    const writers = [attendee, stack.as('presenter'), stack.as('admin')]
    await Promise.all(Array.from({ length: 45 }, (_, i) => writers[i % 3]?.sendMessage(message(group, `line ${i}`))))
    await until(() => seen.every(one => one.events.length === 45))
    const ids = seen[0]?.events.map(event => event.type === 'messageSent' && event.payload.message.id)
    expect(seen[1]?.events.map(event => event.type === 'messageSent' && event.payload.message.id)).toEqual(ids)
    const { items } = await attendee.getChatHistory({ group_uuid: group })
    expect(items.map(item => item.id)).toEqual(ids)
    expect(ids).toEqual(ids?.toSorted((a, b) => Number(a) - Number(b)))
  })

  it('takes 4,000 characters and no more, and not nothing', async () => {
    const { group, attendee } = await liveChat()
    expect(textOf(await attendee.sendMessage(message(group, '界'.repeat(4000))))).toHaveLength(4000)
    for (const content of ['x'.repeat(4001), '', ' \n ', 'bell\u0007'])
      await expect(attendee.sendMessage(message(group, content))).rejects.toThrow('InputInvalid')
  })

  it('works before the pitch and for an hour after it', async () => {
    const { made, group, attendee } = await liveChat({ state: 'scheduled' })
    await attendee.sendMessage(message(group, 'Early'))
    const over = (minutes: number) =>
      stack.db
        .update(pitch)
        .set({ state: 'over', realEndAt: new Date(Date.now() - minutes * 60_000) })
        .where(eq(pitch.id, made.id))
    await over(59)
    await attendee.sendMessage(message(group, 'Late'))
    await over(61)
    await expect(attendee.sendMessage(message(group, 'Too late'))).rejects.toThrow('RoomNotOpen')
    expect((await attendee.getChatHistory({ group_uuid: group })).items.map(textOf)).toEqual(['Early', 'Late'])
  })

  it('is closed to a removed attendee from the acknowledgement on (CVE-2022-29234)', async () => {
    const { made, group, token } = await liveChat({ state: 'inProgress', isPublic: true })
    const accepted: number[] = []
    let removedAt = Number.POSITIVE_INFINITY
    const writing = (async () => {
      for (let i = 0; i < 12; i++) {
        const began = performance.now()
        const sender = i % 2 ? stack.as('investor') : stack.withToken(token)
        await sender.sendMessage(message(group, `${i}`)).then(
          () => accepted.push(began),
          () => {},
        )
      }
    })()
    await new Promise(resolve => setTimeout(resolve, 20))
    await stack.as('presenter').removeAttendee({ pitch_uuid: made.uuid, user_id: stack.people.investor.id })
    removedAt = performance.now()
    await writing
    expect(accepted.filter(began => began > removedAt)).toEqual([])
    await expect(stack.as('investor').sendMessage(message(group, 'again'))).rejects.toThrow('RemovedFromRoom')
  })

  it('slows a flood and takes what a fast typer writes', async () => {
    const { group } = await liveChat({ state: 'inProgress', isPublic: true })
    const typer = stack.as('secondInvestor')
    for (let i = 0; i < 15; i++) await typer.sendMessage(message(group, `typed ${i}`))
    const flood = await Promise.allSettled(
      Array.from({ length: 40 }, (_, i) => stack.as('member').sendMessage(message(group, `flood ${i}`))),
    )
    const lost = flood.filter(one => one.status === 'rejected')
    expect(lost.length).toBeGreaterThan(10)
    expect(lost.every(one => one.reason.code === 'TooManyRequests')).toBe(true)
    // A repeat of what is there already is never refused.
    const first = await typer.getChatHistory({ group_uuid: group, limit: 1 })
    expect(first.items).toHaveLength(1)
  })

  it('is a chat of that pitch only: other groups, join sessions of other pitches and nonsense are refused', async () => {
    const { group, attendee } = await liveChat()
    const next = await liveChat()
    await expect(attendee.sendMessage(message(next.group, 'x'))).rejects.toThrow('GroupNotFound')
    await expect(attendee.getChatHistory({ group_uuid: next.group })).rejects.toThrow('GroupNotFound')
    await expect(attendee.sendMessage(message(crypto.randomUUID(), 'x'))).rejects.toThrow('GroupNotFound')
    await expect(attendee.sendMessage(message(`${group}' or 1=1`, 'x'))).rejects.toThrow('InputInvalid')
    await expect(attendee.sendMessage(message(group, 'x', 'not an id'))).rejects.toThrow('InputInvalid')
    await expect(stack.as('nobody').sendMessage(message(group, 'x'))).rejects.toThrow('NotSignedIn')
    // System messages and actions are the server's.
    for (const msg_type of [100, 150, 1500] as never[])
      await expect(attendee.sendMessage({ ...message(group, 'x'), msg_type })).rejects.toThrow('InputInvalid')
  })
})

describe('getChatHistory', () => {
  it('gives a late joiner all there was, page by page', async () => {
    const { made, group } = await liveChat()
    await stack.db.insert(chatMessage).values(
      Array.from({ length: 120 }, (_, i) => ({
        groupId: group,
        fromAccountId: stack.people.presenter.id,
        fromName: 'Paul Presenter',
        localMessageId: crypto.randomUUID(),
        type: 0,
        content: `line ${i}`,
        at: new Date(),
      })),
    )
    const late = stack.withToken((await seedAttendee(stack, made, stack.people.lumenInvestor)).token)
    const read: string[] = []
    for (let before: number | undefined, more = true; more; ) {
      const page = await late.getChatHistory({ group_uuid: group, limit: 50, ...(before && { before }) })
      read.unshift(...page.items.map(textOf))
      before = page.items[0]?.id
      more = page.more
    }
    expect(read).toEqual(Array.from({ length: 120 }, (_, i) => `line ${i}`))
  })

  it('[CONST-012, ENT-094] shows where the pitch began and ended, as messages of the system', async () => {
    const made = await seedPitch(stack)
    await stack.as('presenter').startPitch({ uuid: made.uuid })
    await stack.as('presenter').endPitch({ uuid: made.uuid })
    const { items } = await stack.as('presenter').getChatHistory({ group_uuid: await chatGroupOf(stack.db, made) })
    expect(items.map(item => [item.type, item.msg_type, textOf(item)])).toEqual([
      ['system', 100, 'pitchStarted'],
      ['system', 100, 'pitchEnded'],
    ])
  })
})
