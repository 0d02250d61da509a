import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { account } from '#features/core/account/server/tables.ts'
import { guestName } from '#features/core/account/veil.ts'
import type { PitchPart } from '#features/core/pitch/rules.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { aliasesOf } from '#features/room/guest/server/aliases.ts'
import { attendance } from '#features/room/room/server/tables.ts'
import { MENTIONED_PEOPLE } from '#features/talk/chat/rules.ts'
import { follow, type RoomStack, seedAttendee, seedPitch, startRooms, until } from '#testing/startRooms.ts'
import { chatGroupOf } from './queries.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterEach(() => stack.empty())
afterAll(() => stack.stop())

const toBase64 = (content: string) => Buffer.from(content).toString('base64')
const text = (content: string, ...notification_members: string[]) => ({
  content,
  notification_members,
  local_msg_id: crypto.randomUUID(),
})

/** A live pitch with two attendees and its chat. */
async function livePitch() {
  const { people } = stack
  const made = await seedPitch(stack, { state: 'inProgress', presentationName: 'Seed round' })
  const ivy = await seedAttendee(stack, made, people.investor)
  await seedAttendee(stack, made, people.secondInvestor)
  const group_uuid = await chatGroupOf(stack.db, made)
  return { made, group_uuid, ivy: stack.withToken(ivy.token), ivyToken: ivy.token }
}
const notices = async (of: 'investor' | 'secondInvestor' | 'presenter', { uuid }: { uuid: string }) =>
  (await stack.as(of).getNoticeList({})).items.filter(({ link }) => link === `/live/${uuid}`)

describe('a message that mentions people', () => {
  it('[ENT-098, ENT-093, RULE-099] carries their ids and names to everybody in the room, live and later', async () => {
    const { people } = stack
    const { made, group_uuid, ivyToken } = await livePitch()
    const seen = follow(stack.connect({ token: ivyToken }, made.uuid))
    await until(() => seen.first)
    const ids = [people.investor.id, people.secondInvestor.id, people.investor.id]
    const sent = await stack.as('presenter').sendMessage({ group_uuid, ...text('Hi @Ivy Investor', ...ids) })
    expect(sent.notification_members).toHaveLength(2)
    expect(sent.notification_members).toContainEqual({ id: people.investor.id, name: 'Ivy Investor' })
    await until(() => seen.events.length > 0)
    expect(seen.events[0]).toMatchObject({ type: 'messageSent', payload: { message: sent } })
    const { items } = await stack.as('presenter').getChatHistory({ group_uuid })
    expect(items.at(-1)).toEqual(sent)
    const plain = await stack.as('presenter').sendMessage({ group_uuid, ...text('Hi all') })
    expect(plain).not.toHaveProperty('notification_members')
  })

  it('[ENT-098] is refused when it names a person outside the pitch, or too many people, and nothing is sent', async () => {
    const { people } = stack
    const { made, group_uuid, ivy } = await livePitch()
    for (const id of [people.lumenInvestor.id, people.member.id, crypto.randomUUID()])
      await expect(ivy.sendMessage({ group_uuid, ...text('@somebody', people.presenter.id, id) })).rejects.toThrow(
        'ChatPersonNotFound',
      )
    const many = Array.from({ length: MENTIONED_PEOPLE + 1 }, () => people.presenter.id)
    await expect(ivy.sendMessage({ group_uuid, ...text('@all', ...many) })).rejects.toThrow('InputInvalid')
    expect((await ivy.getChatHistory({ group_uuid })).items).toEqual([])
    for (const of of ['presenter', 'secondInvestor'] as const) expect(await notices(of, made)).toEqual([])
  })

  it('[ENT-098] names only people of a private chat where it stands in one', async () => {
    const { people } = stack
    const { made, ivy } = await livePitch()
    const to = { touserid: people.presenter.id, pitch_uuid: made.uuid }
    await expect(ivy.sendMessage({ ...to, ...text('@Ian', people.secondInvestor.id) })).rejects.toThrow(
      'ChatPersonNotFound',
    )
    const sent = await ivy.sendMessage({ ...to, ...text('@Paul Presenter', people.presenter.id) })
    expect(sent.notification_members).toEqual([{ id: people.presenter.id, name: 'Paul Presenter' }])
    const { chat_id } = await ivy.addChatGroup({
      pitch_uuid: made.uuid,
      members: [people.presenter.id, people.secondInvestor.id],
      name: 'Three',
    })
    await ivy.sendMessage({ group_uuid: chat_id, ...text('@x', people.secondInvestor.id) })
  })

  it('leaves a notice for people outside the room, once until it is read, and none for people in it', async () => {
    const { people } = stack
    const { made, group_uuid, ivyToken } = await livePitch()
    const seen = follow(stack.connect({ token: ivyToken }, made.uuid))
    await until(() => seen.first)
    const paul = stack.as('presenter')
    await vi.waitFor(async () =>
      expect((await paul.getRoomPeople({ pitch_uuid: made.uuid })).items[0]).toMatchObject({ name: 'Ivy Investor' }),
    )
    const both = [people.investor.id, people.secondInvestor.id, people.presenter.id]
    await paul.sendMessage({ group_uuid, ...text('@Ivy @Ian @me', ...both) })
    await paul.sendMessage({ group_uuid, ...text('@Ian, are you there?', people.secondInvestor.id) })
    expect(await notices('investor', made)).toEqual([])
    expect(await notices('presenter', made)).toEqual([])
    const [told, ...more] = await notices('secondInvestor', made)
    expect(more).toEqual([])
    expect(told).toMatchObject({
      title: 'Paul Presenter mentioned you',
      content: expect.stringContaining('Seed round'),
      link: `/live/${made.uuid}`,
    })
    // what was said stays in the chat
    expect(JSON.stringify(told)).not.toContain('are you there')
    await stack.as('secondInvestor').readNotice({ id: told?.id ?? '' })
    await paul.sendMessage({ group_uuid, ...text('@Ian', people.secondInvestor.id) })
    expect(await notices('secondInvestor', made)).toHaveLength(2)
  })

  it('[PERM-059] names a guest as everybody sees them', async () => {
    const { people } = stack
    const { made, group_uuid, ivyToken } = await livePitch()
    const ivy = follow(stack.connect({ token: ivyToken }, made.uuid))
    await until(() => ivy.first)
    await stack.as('admin').updateGuestMode({ uuid: made.uuid, on: true })
    const alias = (await aliasesOf(stack.frame.settings, made.id)).of(people.investor.id)
    const presenter = stack.as('presenter')
    const sent = await presenter.sendMessage({ group_uuid, ...text('@x', alias) })
    expect(sent.notification_members).toEqual([{ id: alias, name: guestName(alias) }])
    // a sender who remembers the name, or whose message was under way when names were hidden
    const named = await presenter.sendMessage({ group_uuid, ...text('@Ivy Investor, see page 2', alias) })
    await presenter.editMessage({ group_uuid, message_id: named.id, content: '@Ivy Investor, see page 3' })
    await until(() => ivy.events.at(-1)?.type === 'messageEdited')
    const { items } = await presenter.getChatHistory({ group_uuid })
    expect(items.at(-1)?.msg_content).toBe(toBase64(`@${guestName(alias)}, see page 3`))
    expect(JSON.stringify(ivy.events)).not.toContain(toBase64('@Ivy Investor').slice(0, 12))
    expect(atob(named.msg_content)).toBe(`@${guestName(alias)}, see page 2`)
  })

  it('[ENT-098] reaches no person who has left the pitch for good, and those who may come back', async () => {
    const { people } = stack
    const { made, group_uuid } = await livePitch()
    const paul = stack.as('presenter')
    const change = (set: Partial<typeof pitch.$inferInsert>) =>
      stack.db.update(pitch).set(set).where(eq(pitch.id, made.id))
    const endOf = (id: string) =>
      paul.sendMessage({ group_uuid, ...text('@you', id) }).then(
        () => 'sent',
        (error: { code: string }) => error.code,
      )
    const been = async (id: string, part: PitchPart, leftAt: Date | null = new Date()) => {
      const stay = { pitchId: made.id, accountId: id, part, leftAt, serverId: crypto.randomUUID() }
      await stack.db.insert(attendance).values({ ...stay, joinedAt: new Date(Date.now() - 60_000) })
    }
    await change({ isPublic: true, coHosts: [people.coHost.email] })
    for (const [name, part] of [
      ['coHost', 'coHost'],
      ['member', 'attendee'],
      ['admin', 'admin'],
      ['superadmin', 'admin'],
      ['lumenInvestor', 'attendee'],
    ] as const)
      await been(people[name].id, part)
    // of a public pitch its organization's people may come again, and its admins of any
    for (const name of ['coHost', 'member', 'admin', 'superadmin'] as const)
      expect([name, await endOf(people[name].id)]).toEqual([name, 'sent'])
    expect(await endOf(people.lumenInvestor.id)).toBe('ChatPersonNotFound')

    await change({ isPublic: false, coHosts: [] })
    for (const name of ['coHost', 'member'] as const)
      expect([name, await endOf(people[name].id)]).toEqual([name, 'ChatPersonNotFound'])
    for (const name of ['admin', 'superadmin'] as const) expect(await endOf(people[name].id)).toBe('sent')
    const toCoHost = paul.sendMessage({ ...text('Hi'), touserid: people.coHost.id, pitch_uuid: made.uuid })
    await expect(toCoHost).rejects.toThrow('ChatPersonNotFound')
    // people in the room can be mentioned, however they came in
    await been(people.member.id, 'attendee', null)
    expect(await endOf(people.member.id)).toBe('sent')
    // an invited attendee who has left may come back
    await been(people.secondInvestor.id, 'attendee')
    expect(await endOf(people.secondInvestor.id)).toBe('sent')
    await paul.sendMessage({ ...text('Hi'), touserid: people.secondInvestor.id, pitch_uuid: made.uuid })
    await stack.db.update(account).set({ deletedAt: new Date() }).where(eq(account.id, people.secondInvestor.id))
    expect(await endOf(people.secondInvestor.id)).toBe('ChatPersonNotFound')
    await stack.db.update(account).set({ deletedAt: null }).where(eq(account.id, people.secondInvestor.id))
  })
})
