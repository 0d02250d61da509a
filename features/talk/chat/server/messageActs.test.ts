import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { roomEvent } from '#features/room/room/server/tables.ts'
import { EDITABLE_FOR } from '#features/talk/chat/rules.ts'
import { livePitch } from '#testing/livePitch.ts'
import { follow, type RoomStack, seedPitch, startRooms, until } from '#testing/startRooms.ts'
import { chatGroupOf } from './queries.ts'
import { chatMessage, chatReaction } from './tables.ts'

// the same few people say more here than anyone types
vi.mock('./pace.ts', async pace => ({ ...(await pace<typeof import('./pace.ts')>()), mayWrite: () => true }))

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterEach(() => stack.empty())
afterAll(() => stack.stop())

const textOf = ({ msg_content }: { msg_content: string }) => Buffer.from(msg_content, 'base64').toString()

/** A live pitch with a moderator and two attendees, and what the tests say in it. */
async function live() {
  const there = await livePitch(stack, { state: 'inProgress', coHosts: [stack.people.coHost.email] })
  const follower = async () => {
    const seen = follow(stack.connect('presenter', there.pitch_uuid))
    await until(() => seen.first)
    return seen
  }
  return { ...there, token: there.ivy.token, follower }
}

const wait = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))
const age = (id: number, milliseconds: number) =>
  stack.db
    .update(chatMessage)
    .set({ at: new Date(Date.now() - milliseconds) })
    .where(eq(chatMessage.id, id))

describe('editMessage', () => {
  it('changes one’s own message for everybody, marked as edited, in the room, in history and for people who join later', async () => {
    const { made, group_uuid, investor, say, follower } = await live()
    const seen = await follower()
    const { id } = await say(investor, 'What is the runaway?')
    const edited = await investor.editMessage({ group_uuid, message_id: id, content: 'What is the runway?' })
    expect([textOf(edited), edited.revision]).toEqual(['What is the runway?', 1])
    expect(edited.edited_time).toMatch(/Z$/)
    await until(() => seen.events.length === 2)
    expect(seen.view?.chat.messages).toEqual([edited])
    expect((await investor.getChatHistory({ group_uuid })).items).toEqual([edited])
    const late = follow(stack.connect('coHost', made.uuid))
    await until(() => late.view)
    expect(late.view?.chat.messages).toEqual([edited])
  })

  it('is for the one who wrote it, for fifteen minutes, and no way past a mute', async () => {
    const { made, group_uuid, investor, second, say } = await live()
    const { id } = await say(investor, 'Mine')
    const edit = (client: typeof investor, message_id = id) =>
      client.editMessage({ group_uuid, message_id, content: 'Changed' })
    for (const other of [second, stack.as('presenter'), stack.as('member'), stack.as('admin')])
      await expect(edit(other)).rejects.toThrow('NoPermission')
    await expect(edit(stack.as('lumenAdmin'))).rejects.toThrow('GroupNotFound')
    await expect(edit(investor, 2 ** 40)).rejects.toThrow('MessageNotFound')
    await expect(investor.editMessage({ group_uuid, message_id: id, content: ' ' })).rejects.toThrow('InputInvalid')
    await age(id, EDITABLE_FOR - 5000)
    await edit(investor)
    await age(id, EDITABLE_FOR + 1)
    await expect(investor.editMessage({ group_uuid, message_id: id, content: 'Late' })).rejects.toThrow('EditTooLate')
    const fresh = await say(investor, 'Fresh')
    await stack
      .as('presenter')
      .updatePitchMuteChat({ pitch_uuid: made.uuid, is_mute_chat: true, user_id: stack.people.investor.id })
    await expect(edit(investor, fresh.id)).rejects.toThrow('ChatMuted')
  })

  it('of a message of another pitch is refused, whichever chat is named', async () => {
    const one = await live()
    const { group_uuid, id: message_id } = await one.say(stack.as('presenter'), 'Here')
    const other = await live()
    const elsewhere = { group_uuid: other.group_uuid, message_id, content: 'x' }
    await expect(stack.as('presenter').editMessage(elsewhere)).rejects.toThrow('MessageNotFound')
    await expect(stack.as('presenter').deleteMessage(elsewhere)).rejects.toThrow('MessageNotFound')
    await expect(stack.as('presenter').reactToMessage({ ...elsewhere, emoji: '👍', on: true })).rejects.toThrow(
      'MessageNotFound',
    )
    for (const call of [
      () => other.investor.editMessage({ group_uuid, message_id, content: 'x' }),
      () => other.investor.deleteMessage({ group_uuid, message_id }),
      () => other.investor.reactToMessage({ group_uuid, message_id, emoji: '👍', on: true }),
      () => other.investor.getMessageReactions({ group_uuid, message_id }),
      () => other.investor.getOwnReactions({ group_uuid }),
    ])
      await expect(call()).rejects.toThrow('GroupNotFound')
  })

  it('twice at once ends with one text that everybody has, and the same text again is no event', async () => {
    const { group_uuid, investor, say, follower } = await live()
    const seen = await follower()
    const { id } = await say(investor, 'a')
    const edit = (content: string) => investor.editMessage({ group_uuid, message_id: id, content })
    await Promise.all(['b', 'c', 'd'].map(edit))
    const [last] = (await investor.getChatHistory({ group_uuid })).items
    await until(() => seen.events.length === 4)
    expect(seen.view?.chat.messages).toEqual([last])
    expect(last?.revision).toBe(3)
    await edit(textOf(last ?? { msg_content: '' }))
    await wait(60)
    expect(seen.events).toHaveLength(4)
  })
})

describe('deleteMessage', () => {
  it('leaves a place without words: in the room, in history, in stored events and for browsers that resume', async () => {
    const { made, group_uuid, investor, follower } = await live()
    const seen = await follower()
    const since = seen.seq
    const secret = 'IBAN DE02 1203 0000 0000 2020 51'
    const { id } = await investor.sendMessage({
      ...{ group_uuid, content: secret, local_msg_id: crypto.randomUUID() },
      notification_members: [stack.people.coHost.id],
    })
    await investor.editMessage({ group_uuid, message_id: id, content: `${secret} again` })
    await investor.reactToMessage({ group_uuid, message_id: id, emoji: '👍', on: true })
    const gone = await investor.deleteMessage({ group_uuid, message_id: id })
    expect(gone).toMatchObject({ id, msg_content: '', deleted: 'sender', revision: 3 })
    expect(gone).not.toHaveProperty('reactions')
    expect(gone).not.toHaveProperty('notification_members')
    await until(() => seen.events.length === 4)
    expect(seen.view?.chat.messages).toEqual([gone])
    expect((await investor.getChatHistory({ group_uuid })).items).toEqual([gone])

    const encoded = [secret, `${secret} again`].map(text => Buffer.from(text).toString('base64'))
    const second = await stack.startSecond()
    for (const at of [stack.url, second.url]) {
      const again = follow(stack.connect('presenter', made.uuid, { since, at }))
      await until(() => again.first)
      expect(again.events.map(event => event.type)).toContain('messageDeleted')
      for (const words of encoded) expect(JSON.stringify(again.events)).not.toContain(words)
    }
    const stored = JSON.stringify(await stack.db.select().from(roomEvent).where(eq(roomEvent.pitchId, made.id)))
    const kept = JSON.stringify(await stack.db.select().from(chatMessage).where(eq(chatMessage.id, id)))
    for (const words of [...encoded, secret]) expect(stored + kept).not.toContain(words)
    await stack.empty()
    await second.stop()
  })

  it('by moderators is audited; messages of the team are deleted by presenters only', async () => {
    const { made, group_uuid, investor, second, say } = await live()
    const remove = (client: typeof investor, message_id: number) => client.deleteMessage({ group_uuid, message_id })
    for (const name of ['member', 'admin', 'coHost', 'presenter'] as const) {
      const { id } = await say(investor, `not for ${name}`)
      await expect(remove(second, id)).rejects.toThrow('NoPermission')
      expect(await remove(stack.as(name), id)).toMatchObject({ deleted: 'moderator' })
      const entries = await stack.db.select().from(auditEntry).where(eq(auditEntry.action, 'chat.deleteMessage'))
      expect(entries.at(-1)).toMatchObject({
        actorId: stack.people[name].id,
        subject: stack.people.investor.id,
        detail: { pitch: made.uuid, message: id },
      })
    }
    const hosts = await say(stack.as('coHost'), 'from a host')
    await expect(remove(stack.as('member'), hosts.id)).rejects.toThrow('NoPermission')
    expect(await remove(stack.as('presenter'), hosts.id)).toMatchObject({ deleted: 'moderator' })
    // a deletion of one's own message is not audited
    const before = await stack.db.$count(auditEntry)
    await remove(investor, (await say(investor, 'mine')).id)
    expect(await stack.db.$count(auditEntry)).toBe(before)
  })

  it('happens once, whatever else is on its way', async () => {
    const { group_uuid, investor, say, follower } = await live()
    const seen = await follower()
    const { id: message_id } = await say(investor, 'x')
    const one = { group_uuid, message_id }
    const results = await Promise.allSettled([
      ...[1, 2, 3].map(() => investor.deleteMessage(one)),
      stack.as('member').deleteMessage(one),
      investor.editMessage({ ...one, content: 'still here' }),
      investor.reactToMessage({ ...one, emoji: '❤️', on: true }),
    ])
    expect(results.slice(0, 4).filter(result => result.status === 'fulfilled')).toHaveLength(1)
    const [last] = (await investor.getChatHistory({ group_uuid })).items
    expect(last).toMatchObject({ msg_content: '' })
    await until(() => seen.view?.chat.messages[0]?.deleted)
    expect(seen.view?.chat.messages).toEqual([last])
    expect(seen.events.filter(event => event.type === 'messageDeleted')).toHaveLength(1)
    for (const call of [
      () => investor.editMessage({ ...one, content: 'back' }),
      () => investor.reactToMessage({ ...one, emoji: '👍', on: true }),
      () => investor.deleteMessage(one),
    ])
      await expect(call()).rejects.toThrow('MessageNotFound')
  })

  it('of system messages is refused to all', async () => {
    const made = await seedPitch(stack)
    await stack.as('presenter').startPitch({ uuid: made.uuid })
    const group_uuid = await chatGroupOf(stack.db, made)
    const [noted] = (await stack.as('presenter').getChatHistory({ group_uuid })).items
    const one = { group_uuid, message_id: noted?.id ?? 0 }
    await expect(stack.as('presenter').deleteMessage(one)).rejects.toThrow('MessageNotFound')
    await expect(stack.as('presenter').editMessage({ ...one, content: 'x' })).rejects.toThrow('MessageNotFound')
  })
})

describe('reactToMessage', () => {
  it('counts one of each emoji and person, there and back, and says who', async () => {
    const { made, group_uuid, investor, second, say, follower } = await live()
    const seen = await follower()
    const { id: message_id } = await say(stack.as('presenter'), 'Welcome')
    const react = (client: typeof investor, emoji: '👍' | '❤️', on = true) =>
      client.reactToMessage({ group_uuid, message_id, emoji, on })
    await react(investor, '👍')
    await react(second, '👍')
    await react(investor, '❤️')
    expect((await react(investor, '👍')).reactions).toEqual({ '👍': 2, '❤️': 1 })
    await until(() => seen.events.length === 4)
    expect(seen.view?.chat.messages[0]?.reactions).toEqual({ '👍': 2, '❤️': 1 })
    const { items, total } = await second.getMessageReactions({ group_uuid, message_id })
    expect([items.map(({ name, emoji }) => `${name} ${emoji}`), total]).toEqual([
      ['Ivy Investor 👍', 'Ines Second 👍', 'Ivy Investor ❤️'],
      3,
    ])
    expect((await investor.getOwnReactions({ group_uuid })).items).toEqual(
      expect.arrayContaining([
        { message_id, emoji: '👍' },
        { message_id, emoji: '❤️' },
      ]),
    )
    await react(investor, '❤️', false)
    const late = follow(stack.connect('coHost', made.uuid))
    await until(() => late.view)
    await until(() => seen.events.length === 5)
    expect(late.view?.chat.messages).toEqual(seen.view?.chat.messages)
    expect(late.view?.chat.messages[0]?.reactions).toEqual({ '👍': 2 })
  })

  it('in a race counts once, and takes nothing but the few that there are', async () => {
    const { group_uuid, investor, say, follower } = await live()
    const seen = await follower()
    const { id: message_id } = await say(stack.as('presenter'), 'Welcome')
    const thumb = { group_uuid, message_id, emoji: '👍' as const, on: true }
    await Promise.all([1, 2, 3, 4, 5].map(() => investor.reactToMessage(thumb)))
    await until(() => seen.events.length === 2)
    await wait(60)
    expect(seen.events).toHaveLength(2)
    expect(await stack.db.select().from(chatReaction).where(eq(chatReaction.messageId, message_id))).toHaveLength(1)
    for (const emoji of ['💩', 'x'.repeat(1000), '<b>'] as never[])
      await expect(investor.reactToMessage({ ...thumb, emoji })).rejects.toThrow('InputInvalid')
    const flood = await Promise.allSettled(
      Array.from({ length: 60 }, (_, i) => stack.as('admin').reactToMessage({ ...thumb, on: i % 2 === 0 })),
    )
    expect(flood.some(one => one.status === 'rejected' && one.reason.code === 'TooManyRequests')).toBe(true)
  })
})

describe('a message', () => {
  it('[ENT-098] says what it answers, which session sent it, whom it mentions, and what it forwards', async () => {
    const { made, group_uuid, investor, token, say } = await live()
    const first = await say(investor, 'How large is the market?')
    const seen = follow(stack.connect({ token }, made.uuid))
    await until(() => seen.first)
    const answer = await investor.sendMessage({
      ...{ group_uuid, content: '@Paul Presenter?', local_msg_id: crypto.randomUUID(), father_message: first.id },
      notification_members: [stack.people.presenter.id],
    })
    expect(answer).toMatchObject({
      father_message: first.id,
      notification_members: [{ id: stack.people.presenter.id, name: 'Paul Presenter' }],
    })
    // the id that the room socket calls its own session, and no token
    expect(answer.send_access_token).toBe(seen.first?.me.session)
    await expect(stack.withToken(answer.send_access_token ?? '').getChatHistory({ group_uuid })).rejects.toThrow(
      'NotSignedIn',
    )
    await stack.as('member').forwardMessages({ pitch_uuid: made.uuid, message_ids: [first.id] })
    const [chat] = (await stack.as('presenter').getChatGroupList({ pitch_uuid: made.uuid })).items
    expect(chat?.last_message?.offdata).toMatchObject({ message_id: first.id, msg_content: first.msg_content })
    expect((await investor.getChatHistory({ group_uuid })).items).toEqual([first, answer])
  })
})

describe('in a private chat', () => {
  it('the same is done for its members alone, and nothing of it is a numbered event', async () => {
    const { made, token, investor, second } = await live()
    const seen = follow(stack.connect({ token }, made.uuid))
    const foreign = follow(stack.connect('admin', made.uuid))
    await until(() => seen.first && foreign.first)
    const pitch_uuid = made.uuid
    const { chat_id: group_uuid } = await second.addChatGroup({ pitch_uuid, members: [stack.people.investor.id] })
    const { id: message_id } = await second.sendMessage({
      group_uuid,
      content: 'Between us',
      local_msg_id: crypto.randomUUID(),
    })
    const changed = () => seen.signals.filter(signal => signal.type === 'chatMessageChanged').map(one => one.payload)
    const one = { group_uuid, message_id }
    const edited = await second.editMessage({ ...one, content: 'Between the two of us' })
    const reacted = await investor.reactToMessage({ ...one, emoji: '👍', on: true })
    await expect(investor.deleteMessage(one)).rejects.toThrow('NoPermission')
    await expect(stack.as('presenter').deleteMessage(one)).rejects.toThrow('GroupNotFound')
    const gone = await second.deleteMessage(one)
    await until(() => changed().length === 3)
    expect(changed()).toEqual([{ message: edited }, { message: reacted }, { message: gone }])
    expect((await investor.getChatHistory({ group_uuid })).items.at(-1)).toEqual(gone)
    expect((await investor.getChatGroup({ group_uuid })).last_message).toEqual(gone)
    expect(foreign.signals.filter(signal => signal.type.startsWith('chat'))).toEqual([])
    expect(JSON.stringify([...foreign.events, ...seen.events])).not.toContain(edited.msg_content)
  })
})
