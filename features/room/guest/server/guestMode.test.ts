import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { account } from '#features/core/account/server/tables.ts'
import { guestName } from '#features/core/account/veil.ts'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { readRoom } from '#features/room/room/server/queries.ts'
import { attendance } from '#features/room/room/server/tables.ts'
import { follow, type RoomStack, seedAttendee, seedPitch, startRooms, until } from '#testing/startRooms.ts'
import { aliasesOf } from './aliases.ts'
import { inAliases } from './inAliases.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
  const told = { companyName: 'Ivy Capital', position: 'Ivy Partner', headImage: 'pictures/Ivy.png' }
  await stack.db
    .update(account)
    .set({ ...told, linkedinProfileUrl: 'https://www.linkedin.com/in/Ivy' })
    .where(eq(account.id, stack.people.investor.id))
})
afterEach(() => stack.empty())
afterAll(() => stack.stop())

/** Whatever would tell who the guest is. */
const tells = /Ivy|\binvestor@/

/** A person in the room, and all text that their browser was sent. */
function join(who: Parameters<RoomStack['connect']>[0], uuid: string, since?: number) {
  const socket = stack.connect(who, uuid, since === undefined ? {} : { since })
  const heard: string[] = []
  socket.onAny((...said) => void heard.push(JSON.stringify(said)))
  return { socket, seen: follow(socket), heard }
}

/** A live pitch with its presenter, the guest Ivy, and Ines, who is not to learn who Ivy is. */
async function live() {
  const made = await seedPitch(stack, { moderators: [stack.people.member.email], coHosts: [stack.people.coHost.email] })
  const { uuid } = made
  const presenter = stack.as('presenter')
  await presenter.startPitch({ uuid })
  const [ivyToken, inesToken] = [
    (await seedAttendee(stack, made, stack.people.investor)).token,
    (await seedAttendee(stack, made, stack.people.secondInvestor)).token,
  ]
  const ivy = { ...join({ token: ivyToken }, uuid), client: stack.withToken(ivyToken), id: stack.people.investor.id }
  const ines = { ...join({ token: inesToken }, uuid), client: stack.withToken(inesToken), token: inesToken }
  const host = join('presenter', uuid)
  await until(() => ivy.seen.first && ines.seen.first && host.seen.first)
  await until(async () => (await presenter.getRoomPeople({ pitch_uuid: uuid })).here === 3)
  const aliases = await aliasesOf(stack.frame.settings, made.id)
  const called = (id: string) => guestName(aliases.of(id))
  const group_uuid = ines.seen.first?.group_uuid ?? ''
  return { made, uuid, pitch_uuid: uuid, presenter, ivy, ines, host, group_uuid, aliases, called }
}

const say = (client: ReturnType<RoomStack['withToken']>, group_uuid: string, content: string) =>
  client.sendMessage({ group_uuid, content, local_msg_id: randomUUID() })

describe('updateGuestMode', () => {
  it('[GAP-018, STATE-091, STATE-092] turns it on and off for everybody within a second; what is so already is no event', async () => {
    const { uuid, presenter, ivy, ines, made, aliases } = await live()
    const snapshots: number[] = []
    ines.socket.on('snapshot', ({ seq }) => void snapshots.push(seq))
    const at = Date.now()
    await Promise.all([1, 2, 3].map(() => presenter.updateGuestMode({ uuid, on: true })))
    await until(() => ines.seen.view?.room.guests.on && ivy.seen.view?.room.guests.on)
    expect(Date.now() - at).toBeLessThan(1000)
    expect(await stack.as('admin').updateGuestMode({ uuid, on: false })).toEqual({ on: false })
    await until(() => ines.seen.view?.room.guests.on === false)
    // everyone has another id from then on, so each browser gets the room anew
    expect(snapshots).toHaveLength(2)
    const { view } = await readRoom(stack.frame, made.id)
    expect(inAliases(view.room, aliases, 'was')).toEqual(ines.seen.view?.room)
    const deeds = await stack.db.select().from(auditEntry).where(eq(auditEntry.subject, uuid))
    expect(
      deeds
        .map(({ action }) => action)
        .filter(action => action !== 'pitch.start')
        .sort(),
    ).toEqual(['guests.hide', 'guests.show'])
  })

  it('[GAP-018] is for managers of the pitch', async () => {
    const { uuid, ivy } = await live()
    for (const who of ['member', 'investor'] as const)
      await expect(stack.as(who).updateGuestMode({ uuid, on: true })).rejects.toThrow('NoPermission')
    await expect(ivy.client.updateGuestMode({ uuid, on: true })).rejects.toThrow('NotAllowed')
    await expect(stack.as('lumenAdmin').updateGuestMode({ uuid, on: true })).rejects.toThrow('PitchNotFound')
    expect(await stack.as('coHost').updateGuestMode({ uuid, on: true })).toEqual({ on: true })
  })
})

describe('the list of people in guest mode', () => {
  it('[PERM-058, PERM-059, PERM-060] shows guests without picture and name, but to pitch admins', async () => {
    const { uuid, pitch_uuid, presenter, ivy, ines, aliases, called: calledIn } = await live()
    const find = async (client: typeof presenter) =>
      (await client.getRoomPeople({ pitch_uuid })).items.find(({ id }) => id === ivy.id || id === aliases.of(ivy.id))
    expect(await find(ines.client)).toMatchObject({ name: 'Ivy Investor', guest: '' })
    await presenter.updateGuestMode({ uuid, on: true })
    const called = calledIn(ivy.id)
    for (const client of [ines.client, presenter, stack.as('coHost'), stack.as('member')]) {
      const told = await client.getRoomPeople({ pitch_uuid })
      expect(JSON.stringify(told)).not.toMatch(tells)
      expect(await find(client)).toMatchObject({ name: called, guest: called, avatar: '', sign: '', company_name: '' })
      // neither a search nor the place in the list tells
      expect((await client.getRoomPeople({ pitch_uuid, name: 'Ivy' })).total).toBe(0)
      expect((await client.getRoomPeople({ pitch_uuid, name: called })).items.map(({ id }) => id)).toContain(
        aliases.of(ivy.id),
      )
    }
    for (const who of ['admin', 'pitchadmin', 'superadmin'] as const)
      expect(await find(stack.as(who))).toMatchObject({
        name: 'Ivy Investor',
        avatar: 'pictures/Ivy.png',
        guest: called,
      })
    await presenter.updateGuestMode({ uuid, on: false })
    expect(await find(ines.client)).toMatchObject({ name: 'Ivy Investor', guest: '' })
  })

  it('[PERM-062] gives admin users of the pitch’s organisation alone what is for admin users', async () => {
    const { pitch_uuid, ines, presenter, made } = await live()
    await seedAttendee(stack, made, stack.people.useradmin)
    await seedAttendee(stack, made, stack.people.lumenAdmin)
    const emails = async (client: typeof presenter) =>
      (await client.getRoomPeople({ pitch_uuid })).items.filter(({ email }) => email !== undefined).length
    for (const who of ['superadmin', 'admin', 'useradmin', 'pitchadmin'] as const)
      expect(await emails(stack.as(who))).toBeGreaterThan(3)
    for (const client of [ines.client, presenter, stack.as('member'), stack.as('lumenAdmin')])
      expect(await emails(client)).toBe(0)
  })

  it('[ENT-088, PERM-061] gives the address and the end of the accreditation to admin users alone', async () => {
    const { pitch_uuid, ines, presenter, made } = await live()
    await seedAttendee(stack, made, stack.people.useradmin)
    const { id } = stack.people.secondInvestor
    const accreditedUntil = new Date(Date.now() + 86_400_000)
    await stack.db.update(account).set({ accreditedUntil, location: 'Boston' }).where(eq(account.id, id))
    const inesFor = async (client: typeof presenter) =>
      (await client.getRoomPeople({ pitch_uuid })).items.find(person => person.id === id)
    for (const who of ['superadmin', 'admin', 'useradmin', 'pitchadmin'] as const)
      expect(await inesFor(stack.as(who)), who).toMatchObject({
        address: 'Boston',
        end_date_raw: accreditedUntil.toISOString(),
      })
    for (const client of [ines.client, presenter]) {
      const seen = await inesFor(client)
      expect(seen).toBeDefined()
      expect(Object.keys(seen ?? {})).not.toEqual(expect.arrayContaining(['address']))
      expect(Object.keys(seen ?? {})).not.toEqual(expect.arrayContaining(['end_date_raw']))
    }
  })

  it('says who the guests are to pitch admins, and what they are called to everybody', async () => {
    const { uuid, presenter, ivy, ines, called } = await live()
    expect(await ines.client.getGuestList({ uuid })).toEqual({ items: [], total: 0, on: false })
    await presenter.updateGuestMode({ uuid, on: true })
    const names = async (client: typeof presenter) =>
      (await client.getGuestList({ uuid })).items.map(({ guest_name, name }) => [guest_name, name]).sort()
    const [one, two] = [called(ivy.id), called(stack.people.secondInvestor.id)]
    const sorted = (list: string[][]) => list.sort()
    expect(await names(stack.as('admin'))).toEqual(
      sorted([
        [one, 'Ivy Investor'],
        [two, 'Ines Second'],
      ]),
    )
    expect(await names(presenter)).toEqual(
      sorted([
        [one, ''],
        [two, ''],
      ]),
    )
    expect(await names(ines.client)).toEqual(
      sorted([
        [one, ''],
        [two, 'Ines Second'],
      ]),
    )
  })
})

describe('a guest’s name', () => {
  it('[PERM-059] goes over no socket: not with messages, hands, captions, presence, reactions or private chats', async () => {
    const { uuid, pitch_uuid, presenter, ivy, ines, host, group_uuid, aliases, called } = await live()
    await presenter.updateGuestMode({ uuid, on: true })
    await until(() => ines.seen.view?.room.guests.on && host.seen.view?.room.guests.on)
    ines.heard.length = 0
    host.heard.length = 0
    await say(ivy.client, group_uuid, 'What is the burn?')
    await ivy.client.setHand({ pitch_uuid, raised: true })
    await presenter.grantStage({ pitch_uuid, user_id: aliases.of(ivy.id), microphone: true, camera: false })
    const words = { pitch_uuid, text: 'Hello', language: 'en', spoken_ms: 100 } as const
    await ivy.client.sendCaption({ ...words, id: randomUUID(), final: false })
    await ivy.client.sendCaption({ ...words, id: randomUUID(), final: true })
    const { chat_id } = await ivy.client.addChatGroup({
      pitch_uuid,
      members: [aliases.of(stack.people.secondInvestor.id)],
      name: 'Us',
    })
    await say(ivy.client, chat_id, 'In private')
    const friend = await ivy.client.sendMessage({
      ...{
        pitch_uuid,
        touserid: aliases.of(stack.people.presenter.id),
        type: 'friend',
        content: 'Hi',
        local_msg_id: randomUUID(),
      },
    })
    ivy.socket.emit('signal', { type: 'reaction', payload: { emoji: '👏' } })
    ivy.socket.disconnect()
    await until(() =>
      ines.seen.signals.some(
        ({ type, payload }) =>
          type === 'presence' && JSON.stringify(payload).includes(`"left":["${aliases.of(ivy.id)}"]`),
      ),
    )
    const again = join('investor', uuid)
    await until(() => again.seen.first)
    await until(() =>
      ines.seen.signals.some(
        ({ type, payload }) => type === 'presence' && JSON.stringify(payload).includes(called(ivy.id)),
      ),
    )
    await until(() => host.seen.signals.some(({ type }) => type === 'reactionsBy'))
    const told = [
      'messageSent',
      'handRaised',
      'captionSaid',
      'captionGoesOn',
      'chatMessage',
      'presence',
      'stageGranted',
    ]
    for (const type of told) expect(ines.heard.some(said => said.includes(type))).toBe(true)
    expect(ines.heard.join()).not.toMatch(tells)
    expect(host.heard.join()).not.toMatch(tells)

    // nor do the calls answer it
    const history = { group_uuid: chat_id }
    const answers = [
      await ines.client.getChatHistory({ group_uuid }),
      await ines.client.getChatHistory(history),
      await ines.client.getChatGroupList({ pitch_uuid }),
      await ines.client.getChatGroup(history),
      await ines.client.sgGetPitchCaptionsData({ pitch_uuid }),
      await ines.client.getSessionInfo({ uuid }),
      await ines.client.getPeopleList({ page: 1, limit: 100 }),
      await presenter.getChatHistory({ group_uuid: friend.group_uuid }),
      await presenter.getChatGroupList({ pitch_uuid }),
      await presenter.getStagePeople({ pitch_uuid }),
      await stack.as('member').getStagePeople({ pitch_uuid }),
    ]
    for (const answer of answers) expect(JSON.stringify(answer)).not.toMatch(tells)
    await expect(ines.client.getPersonInfo({ user_id: ivy.id })).rejects.toThrow('UserNotFound')
    expect(JSON.stringify(await stack.as('admin').getStagePeople({ pitch_uuid }))).toMatch(tells)
  })

  it('[PERM-059] is taken back from earlier messages for people who are there, come late or come back, and stays so', async () => {
    const { made, uuid, pitch_uuid, presenter, ivy, ines, group_uuid, aliases, called } = await live()
    await say(ivy.client, group_uuid, 'Said with a name')
    await presenter.grantStage({ pitch_uuid, user_id: ivy.id, microphone: true, camera: false })
    await ivy.client.sendCaption({
      ...{ pitch_uuid, text: 'Spoken', language: 'en', spoken_ms: 100, id: randomUUID(), final: true },
    })
    const before = ines.seen.seq - 3
    await until(() => JSON.stringify(ines.seen.view).match(tells))
    await presenter.updateGuestMode({ uuid, on: true })
    await until(() => ines.seen.view?.room.guests.on)
    expect(JSON.stringify(ines.seen.view)).not.toMatch(tells)
    const late = join({ token: ines.token }, uuid)
    const back = join({ token: ines.token }, uuid, before)
    await until(() => late.seen.first && back.seen.first)
    expect(back.seen.view).toEqual(late.seen.view)
    expect(late.heard.join() + back.heard.join()).not.toMatch(tells)

    await presenter.updateGuestMode({ uuid, on: false })
    await until(() => ines.seen.view?.room.guests.on === false)
    await say(ivy.client, group_uuid, 'Said with a name again')
    await until(() => JSON.stringify(ines.seen.view?.chat.messages.at(-1)).match(tells))
    const [first, last] = (await ines.client.getChatHistory({ group_uuid })).items.filter(
      ({ msg_type }) => msg_type === 0,
    )
    expect([first?.name, last?.name]).toEqual([called(ivy.id), 'Ivy Investor'])
    expect([first?.fromuserid, last?.fromuserid]).toEqual([aliases.of(ivy.id), ivy.id])
    // the room that was read anew is the one that the events made
    const { view, seq } = await readRoom(stack.frame, made.id)
    await until(() => ines.seen.seq === seq)
    expect(ines.seen.view).toEqual(inAliases(view, aliases, 'was'))
  })
})

describe('getHiddenUserList', () => {
  it('[CALL-210, PERM-052] names the hosts in the room, who can be neither muted nor removed', async () => {
    const { uuid, pitch_uuid, presenter, made } = await live()
    const admin = join('admin', uuid)
    await until(() => admin.seen.first)
    await until(
      async () => (await stack.db.select().from(attendance).where(eq(attendance.pitchId, made.id))).length === 4,
    )
    const { items } = await stack.as('member').getHiddenUserList({ uuid })
    expect(items.map(({ name }) => name).sort()).toEqual(['Ada Admin', 'Paul Presenter'])
    for (const { id } of items) {
      const hidden = { pitch_uuid, user_id: id }
      await expect(stack.as('member').removeAttendee(hidden)).rejects.toThrow('NoPermission')
      await expect(stack.as('member').updatePitchMuteChat({ ...hidden, is_mute_chat: true })).rejects.toThrow(
        'NoPermission',
      )
    }
    await expect(stack.as('investor').getHiddenUserList({ uuid })).rejects.toThrow('NoPermission')
    await expect(stack.as('lumenAdmin').getHiddenUserList({ uuid })).rejects.toThrow('PitchNotFound')
    await presenter.removeAttendee({ pitch_uuid, user_id: stack.people.investor.id })
  })
})
