import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { pitch } from '#features/core/pitch/server/tables.ts'
import type { ChatMessage } from '#features/talk/chat/events.ts'
import { livePitch } from '#testing/livePitch.ts'
import { follow, type RoomStack, startRooms, until } from '#testing/startRooms.ts'
import { chatGroupOf } from './queries.ts'
import { chatGroup } from './tables.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterEach(() => stack.empty())
afterAll(() => stack.stop())

const textOf = ({ msg_content }: { msg_content: string }) => Buffer.from(msg_content, 'base64').toString()
const text = (content: string) => ({ content, local_msg_id: crypto.randomUUID() })

const allNotFound = async (calls: Promise<unknown>[]) => {
  const ends = await Promise.allSettled(calls)
  expect(ends.map(end => end.status === 'rejected' && end.reason.code)).toEqual(calls.map(() => 'GroupNotFound'))
}

/** A live pitch: Ivy and a second investor attend it, and the member moderates. */
async function live() {
  const { made, pitch_uuid, ivy, ines, investor, second } = await livePitch(stack, { state: 'inProgress' })
  const listen = (who: Parameters<RoomStack['connect']>[0]) => {
    const seen = follow(stack.connect(who, made.uuid))
    const messages = () =>
      seen.signals.flatMap(({ type, payload }) =>
        type === 'chatMessage' ? [(payload as { message: ChatMessage }).message] : [],
      )
    return { seen, messages, ready: until(() => seen.first) }
  }
  return { made, pitch_uuid, ivyToken: ivy.token, ianToken: ines.token, ivy: investor, ian: second, listen }
}

describe('a message to one person', () => {
  it('[PROD-021, CALL-219, ENT-093, ENT-094] reaches that person and the sender, and no other person or chat', async () => {
    const { people } = stack
    const { pitch_uuid, ivy, ivyToken, ianToken, listen } = await live()
    const [paul, own, other, admin] = [
      listen('presenter'),
      listen({ token: ivyToken }),
      listen({ token: ianToken }),
      listen('admin'),
    ]
    await Promise.all([paul.ready, own.ready, other.ready, admin.ready])
    // a join link has one pitch, so it need not be named
    const sent = await ivy.sendMessage({ ...text('May I ask you something?'), touserid: people.presenter.id })
    await until(() => paul.messages().length === 1 && own.messages().length === 1)
    expect(paul.messages()).toEqual([sent])
    expect(sent).toMatchObject({
      type: 'friend',
      msg_type: 0,
      fromuserid: people.investor.id,
      touserid: people.presenter.id,
    })
    const back = await stack
      .as('presenter')
      .sendMessage({ ...text('Please do'), touserid: people.investor.id, pitch_uuid, type: 'friend' })
    expect(back.group_uuid).toBe(sent.group_uuid)
    expect(back.touserid).toBe(people.investor.id)
    await until(() => own.messages().length === 2)
    await new Promise(resolve => setTimeout(resolve, 100))
    for (const one of [other, admin]) expect(one.messages()).toEqual([])
    for (const one of [paul, own, other, admin]) expect(one.seen.events).toEqual([])
    const { items } = await ivy.getChatHistory({ group_uuid: sent.group_uuid })
    expect(items.map(textOf)).toEqual(['May I ask you something?', 'Please do'])
    // a browser that reconnects loads the list, and has missed nothing
    const [entry] = (await ivy.getChatGroupList({ pitch_uuid })).items
    expect(entry?.last_message && textOf(entry.last_message)).toBe('Please do')
  })

  it('opens one chat of two, also when both write first at once', async () => {
    const { people } = stack
    const { made, pitch_uuid, ivy } = await live()
    const paul = stack.as('presenter')
    const answers = await Promise.all([
      ivy.sendMessage({ ...text('a'), touserid: people.presenter.id }),
      paul.sendMessage({ ...text('b'), touserid: people.investor.id, pitch_uuid }),
      ivy.addChatGroup({ pitch_uuid, members: [people.presenter.id] }),
      paul.addChatGroup({ pitch_uuid, members: [people.investor.id] }),
    ])
    expect(new Set(answers.map(one => ('group_uuid' in one ? one.group_uuid : one.chat_id))).size).toBe(1)
    const groups = await stack.db.select().from(chatGroup)
    expect(groups.filter(group => group.pitchId === made.id && group.kind === 'friend')).toHaveLength(1)
    const same = { ...text('once'), touserid: people.presenter.id }
    const twice = await Promise.all([ivy.sendMessage(same), ivy.sendMessage(same)])
    expect(twice[0]?.id).toBe(twice[1]?.id)
  })

  it('goes to people of the pitch only, and not to oneself', async () => {
    const { people } = stack
    const { pitch_uuid, ivy } = await live()
    const to = (touserid: string) => ivy.sendMessage({ ...text('x'), touserid })
    await expect(to(people.lumenInvestor.id)).rejects.toThrow('ChatPersonNotFound')
    await expect(to(crypto.randomUUID())).rejects.toThrow('ChatPersonNotFound')
    await expect(to(people.investor.id)).rejects.toThrow('InputInvalid')
    await expect(ivy.sendMessage(text('to nobody'))).rejects.toThrow('InputInvalid')
    const foreign = stack.as('lumenPresenter').sendMessage({ ...text('x'), touserid: people.investor.id, pitch_uuid })
    await expect(foreign).rejects.toThrow('ChatPersonNotFound')
  })

  it('[PERM-055] is refused to muted attendees', async () => {
    const { people } = stack
    const { pitch_uuid, ivy } = await live()
    await stack.as('presenter').updatePitchMuteChat({ pitch_uuid, user_id: people.investor.id, is_mute_chat: true })
    await expect(ivy.sendMessage({ ...text('x'), touserid: people.secondInvestor.id })).rejects.toThrow('ChatMuted')
    await expect(ivy.addChatGroup({ pitch_uuid, members: [people.secondInvestor.id] })).rejects.toThrow('ChatMuted')
  })
})

describe('a private chat', () => {
  it('[CALL-220, CALL-221, CALL-223, ENT-097, ENT-099, ENT-101, ENT-102, ENT-103] has members, a last message, what is unread', async () => {
    const { people } = stack
    const { pitch_uuid, ivy, ian, ianToken, listen } = await live()
    const there = listen({ token: ianToken })
    await there.ready
    const made = await ivy.addChatGroup({
      pitch_uuid,
      name: 'Syndicate',
      members: [people.secondInvestor.id, people.presenter.id],
    })
    await until(() => there.messages().length === 1)
    const [system] = there.messages()
    expect(system).toMatchObject({ type: 'system', msg_type: 100, group_id: made.chat_id, domain: expect.any(String) })
    expect(system && textOf(system)).toBe('groupMade')
    expect(system?.members).toHaveLength(3)
    expect(system?.added_members?.map(one => one.id).sort()).toEqual(
      [people.secondInvestor.id, people.presenter.id].sort(),
    )
    const sent = await ivy.sendMessage({ ...text('Shall we?'), group_uuid: made.chat_id })
    const list = await ian.getChatGroupList({ pitch_uuid })
    expect(list.total).toBe(1)
    expect(list.items[0]).toMatchObject({
      chat_type: 'group',
      chat_id: made.chat_id,
      name: 'Syndicate',
      last_message: sent,
      last_time: sent.create_time,
      has_read: false,
      fromuser_id: people.investor.id,
      made_by: people.investor.id,
    })
    const friend = list.items[0]?.members.find(one => one.id === people.investor.id)
    expect(friend).toEqual({
      id: people.investor.id,
      name: 'Ivy Investor',
      firstname: 'Ivy',
      lastname: 'Investor',
      avatar: '',
      line: false,
    })
    await ian.readChatGroup({ group_uuid: made.chat_id, message_id: sent.id })
    const detail = await ian.getChatGroup({ group_uuid: made.chat_id })
    expect(detail).toEqual({ ...list.items[0], has_read: true })
    expect((await ivy.getChatGroup({ group_uuid: made.chat_id })).has_read).toBe(true)
    const { chat_id } = await ivy.addChatGroup({ pitch_uuid, members: [people.presenter.id] })
    expect((await ivy.getChatGroup({ group_uuid: chat_id })).chat_type).toBe('friend')
  })

  it('[CALL-222] lets its members bring people in, who see what comes after; who leaves or is taken out loses it', async () => {
    const { people } = stack
    const { pitch_uuid, ivy, ian } = await live()
    const { chat_id } = await ivy.addChatGroup({ pitch_uuid, name: 'Two', members: [people.presenter.id] })
    const group_uuid = chat_id
    await ivy.sendMessage({ ...text('before'), group_uuid })
    await stack.as('presenter').updateChatGroup({ group_uuid, added_members: [people.secondInvestor.id] })
    await ivy.sendMessage({ ...text('after'), group_uuid })
    expect((await ian.getChatHistory({ group_uuid })).items.map(textOf)).toEqual(['membersAdded', 'after'])
    expect((await ivy.getChatHistory({ group_uuid })).items.map(textOf)).toContain('before')
    await expect(ian.updateChatGroup({ group_uuid, left_members: [people.presenter.id] })).rejects.toThrow(
      'NoPermission',
    )
    await ivy.updateChatGroup({ group_uuid, left_members: [people.secondInvestor.id] })
    await allNotFound([
      ian.getChatHistory({ group_uuid }),
      ian.getChatGroup({ group_uuid }),
      ian.sendMessage({ ...text('still?'), group_uuid }),
      ian.readChatGroup({ group_uuid, message_id: 1 }),
    ])
    expect((await ian.getChatGroupList({ pitch_uuid })).items).toEqual([])
    await stack.as('presenter').updateChatGroup({ group_uuid, left_members: [people.presenter.id] })
    expect((await ivy.getChatGroup({ group_uuid })).members.map(one => one.id)).toEqual([people.investor.id])
    await expect(ivy.updateChatGroup({ group_uuid, added_members: [people.lumenInvestor.id] })).rejects.toThrow(
      'ChatPersonNotFound',
    )
    await ivy.updateChatGroup({ group_uuid, name: 'One' })
    expect((await ivy.getChatGroup({ group_uuid })).name).toBe('One')
  })

  it('[CALL-224] is deleted by its maker', async () => {
    const { people } = stack
    const { pitch_uuid, ivy } = await live()
    const { chat_id: group_uuid } = await ivy.addChatGroup({ pitch_uuid, name: 'x', members: [people.presenter.id] })
    await expect(stack.as('presenter').deleteChatGroup({ group_uuid })).rejects.toThrow('NoPermission')
    await ivy.deleteChatGroup({ group_uuid })
    await expect(stack.as('presenter').getChatGroup({ group_uuid })).rejects.toThrow('GroupNotFound')
  })

  it('is read by members only: not by the team, not from another pitch, not by an admin', async () => {
    const { people } = stack
    const { made, pitch_uuid, ivy } = await live()
    const { group_uuid } = await ivy.sendMessage({ ...text('between us'), touserid: people.secondInvestor.id })
    for (const name of ['presenter', 'member', 'admin', 'superadmin', 'lumenPresenter'] as const) {
      const client = stack.as(name)
      await allNotFound([
        client.getChatHistory({ group_uuid }),
        client.getChatGroup({ group_uuid }),
        client.sendMessage({ ...text('x'), group_uuid }),
        client.updateChatGroup({ group_uuid, name: 'mine' }),
        client.deleteChatGroup({ group_uuid }),
        client.readChatGroup({ group_uuid, message_id: 1 }),
      ])
    }
    // nor is the room's own chat a private one
    const room = await chatGroupOf(stack.db, made)
    await expect(ivy.getChatGroup({ group_uuid: room })).rejects.toThrow('GroupNotFound')
    await expect(stack.as('presenter').deleteChatGroup({ group_uuid: room })).rejects.toThrow('GroupNotFound')
    expect((await stack.as('presenter').getChatGroupList({ pitch_uuid })).items).toEqual([])
  })

  it('of the team is lost with the part that one has in the pitch', async () => {
    const { made, pitch_uuid, listen } = await live()
    const { group_uuid } = await stack.as('member').sgUpdatePitchPrivateGroup({ pitch_uuid })
    await stack.db.update(pitch).set({ moderators: [], isPublic: true }).where(eq(pitch.id, made.id))
    const demoted = listen('member')
    const paul = listen('presenter')
    await Promise.all([demoted.ready, paul.ready])
    await stack.as('presenter').sendMessage({ ...text('Among us'), group_uuid })
    await until(() => paul.messages().length === 1)
    await new Promise(resolve => setTimeout(resolve, 100))
    expect(demoted.messages()).toEqual([])
    await expect(stack.as('member').getChatHistory({ group_uuid })).rejects.toThrow('GroupNotFound')
    expect((await stack.as('member').getChatGroupList({ pitch_uuid })).items).toEqual([])
  })

  it('is lost with the room: a removed attendee reads and writes nothing of it, and is not among its members', async () => {
    const { people } = stack
    const { pitch_uuid, ivy, ian } = await live()
    const { group_uuid } = await ivy.sendMessage({ ...text('hello'), touserid: people.secondInvestor.id })
    await stack.as('presenter').removeAttendee({ pitch_uuid, user_id: people.investor.id })
    const again = stack.as('investor')
    await expect(again.getChatHistory({ group_uuid })).rejects.toThrow('GroupNotFound')
    await expect(again.sendMessage({ ...text('x'), group_uuid })).rejects.toThrow('GroupNotFound')
    await expect(again.getChatGroupList({ pitch_uuid })).rejects.toThrow('PitchNotFound')
    expect((await ian.getChatGroup({ group_uuid })).members.map(one => one.id)).toEqual([people.secondInvestor.id])
    await expect(ian.sendMessage({ ...text('x'), touserid: people.investor.id })).rejects.toThrow('ChatPersonNotFound')
  })
})

describe('sgUpdatePitchPrivateGroup', () => {
  it('[CALL-053, ENT-021] is the chat of the team, with its offline members, and closed to attendees', async () => {
    const { people } = stack
    const { pitch_uuid, ianToken, ivy, listen } = await live()
    const here = listen('presenter')
    await here.ready
    const both = await Promise.all(
      (['presenter', 'member'] as const).map(name => stack.as(name).sgUpdatePitchPrivateGroup({ pitch_uuid })),
    )
    expect(both[0]?.group_uuid).toBe(both[1]?.group_uuid)
    const ask = () => stack.as('member').sgUpdatePitchPrivateGroup({ pitch_uuid })
    await until(async () => (await ask()).group_member_offline.length === 1)
    const team = await ask()
    expect(team.group_member_list.map(one => one.id).sort()).toEqual([people.presenter.id, people.member.id].sort())
    expect(team.group_member_offline).toEqual([people.member.id])
    await stack.as('member').sendMessage({ ...text('She asks well'), group_uuid: team.group_uuid })
    await until(() => here.messages().length === 1)
    await expect(ivy.getChatHistory({ group_uuid: team.group_uuid })).rejects.toThrow('GroupNotFound')
    await expect(stack.withToken(ianToken).sgUpdatePitchPrivateGroup({ pitch_uuid })).rejects.toThrow('NotAllowed')
    const strangers = stack.as('presenter').sgUpdatePitchPrivateGroup({ pitch_uuid, members: [people.investor.id] })
    await expect(strangers).rejects.toThrow('ChatPersonNotFound')
    await stack.as('presenter').sgUpdatePitchPrivateGroup({ pitch_uuid, members: [people.presenter.id] })
    await expect(stack.as('member').getChatHistory({ group_uuid: team.group_uuid })).rejects.toThrow('GroupNotFound')
  })
})
