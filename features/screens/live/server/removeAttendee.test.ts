import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wasRemoved } from '#features/core/part/server/removalQueries.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { attendance } from '#features/room/room/server/tables.ts'
import { heldUp } from '#testing/heldUp.ts'
import { pitchForm } from '#testing/pitchStack.ts'
import { closed, follow, type RoomStack, seedAttendee, seedPitch, startRooms, until } from '#testing/startRooms.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterAll(() => stack.stop())

describe('removeAttendee', () => {
  it('[PERM-043, PERM-044, PERM-045, PERM-046] is for owner, co-host, pitch admin and moderator', async () => {
    for (const name of ['presenter', 'coHost', 'pitchadmin', 'member'] as const) {
      const made = await seedPitch(stack, {
        coHosts: [stack.people.coHost.email],
        moderators: [stack.people.member.email],
        state: 'inProgress',
      })
      const investor = await seedAttendee(stack, made, stack.people.investor)
      const seen = follow(stack.connect({ token: investor.token }, made.uuid))
      await until(() => seen.first)
      await stack.as(name).removeAttendee({ pitch_uuid: made.uuid, user_id: stack.people.investor.id })
      await until(() => seen.closing, 1000)
      expect(seen.closing).toBe('RemovedFromRoom')
    }
  })

  it('[PERM-051, PERM-052] spares oneself and the hosts, and is not for attendees', async () => {
    const { people } = stack
    const made = await seedPitch(stack, {
      coHosts: [people.coHost.email],
      moderators: [people.member.email],
      state: 'inProgress',
      isPublic: true,
    })
    const remove = (name: 'presenter' | 'coHost' | 'member' | 'investor', target: keyof typeof people) =>
      stack.as(name).removeAttendee({ pitch_uuid: made.uuid, user_id: people[target].id })
    await expect(remove('presenter', 'presenter')).rejects.toThrow('NoPermission')
    await expect(remove('member', 'member')).rejects.toThrow('NoPermission')
    await expect(remove('member', 'presenter')).rejects.toThrow('NoPermission')
    await expect(remove('presenter', 'coHost')).rejects.toThrow('NoPermission')
    await expect(remove('coHost', 'admin')).rejects.toThrow('NoPermission')
    await expect(remove('investor', 'secondInvestor')).rejects.toThrow('NoPermission')
    await expect(remove('presenter', 'lumenInvestor')).rejects.toThrow('AttendeeNotFound')
  })

  it('holds for token, session, socket and chat until readmitted, within a second', async () => {
    const made = await seedPitch(stack, { state: 'inProgress' })
    const { people } = stack
    const investor = await seedAttendee(stack, made, people.investor)
    const client = stack.connect({ token: investor.token }, made.uuid)
    const signedIn = stack.connect('investor', made.uuid)
    const [seen, also] = [follow(client), follow(signedIn)]
    await until(() => seen.first && also.first)
    const group_uuid = seen.first?.group_uuid ?? ''

    const began = Date.now()
    await stack.as('presenter').removeAttendee({ pitch_uuid: made.uuid, user_id: people.investor.id })
    await Promise.all([closed(client), closed(signedIn)])
    const again = follow(stack.connect({ token: investor.token }, made.uuid, { since: seen.seq }))
    const withAccount = follow(stack.connect('investor', made.uuid))
    await until(() => again.refused && withAccount.refused)
    expect(Date.now() - began).toBeLessThan(1000)
    expect(again.refused).toBe('NotSignedIn')
    expect(withAccount.refused).toBe('RemovedFromRoom')
    const say = { group_uuid, content: 'Still here?', local_msg_id: crypto.randomUUID() }
    await expect(stack.withToken(investor.token).sendMessage(say)).rejects.toThrow('NotSignedIn')
    await expect(stack.as('investor').sendMessage(say)).rejects.toThrow('RemovedFromRoom')
    await expect(stack.as('investor').getChatHistory({ group_uuid })).rejects.toThrow('RemovedFromRoom')
    await expect(stack.as('investor').getPitchStatus({ uuid: made.uuid })).rejects.toThrow('PitchNotFound')
    await expect(stack.as('investor').getAgoraToken({ pitch_uuid: made.uuid })).rejects.toThrow('RemovedFromRoom')

    const gone = await stack.as('presenter').getRoomPeople({ pitch_uuid: made.uuid })
    expect(gone.items.find(person => person.id === people.investor.id)).toMatchObject({ removed: true, line: false })
    await expect(
      stack.as('presenter').readmitAttendee({ pitch_uuid: made.uuid, user_id: people.secondInvestor.id }),
    ).rejects.toThrow('AttendeeNotFound')
    await stack.as('presenter').readmitAttendee({ pitch_uuid: made.uuid, user_id: people.investor.id })
    const back = follow(stack.connect('investor', made.uuid))
    await until(() => back.first)
    expect(back.view?.room.removed).toEqual([])
    expect((await stack.as('investor').sendMessage(say)).fromuserid).toBe(people.investor.id)
  })

  it('removes a guest of a public pitch who was never invited', async () => {
    const made = await seedPitch(stack, { state: 'inProgress', isPublic: true })
    const seen = follow(stack.connect('investor', made.uuid))
    await until(() => seen.first)
    await stack.as('presenter').removeAttendee({ pitch_uuid: made.uuid, user_id: stack.people.investor.id })
    await until(() => seen.closing)
    const again = follow(stack.connect('investor', made.uuid))
    await until(() => again.refused)
    expect(again.refused).toBe('RemovedFromRoom')
  })

  it('removes an attendee who stays in a pitch that is no longer public, and no account that is not there', async () => {
    const made = await seedPitch(stack, { state: 'inProgress', isPublic: true })
    const remove = () =>
      stack.as('presenter').removeAttendee({ pitch_uuid: made.uuid, user_id: stack.people.secondInvestor.id })
    await stack.db.update(pitch).set({ isPublic: false }).where(eq(pitch.id, made.id))
    await expect(remove()).rejects.toThrow('AttendeeNotFound')
    const stay = { accountId: stack.people.secondInvestor.id, part: 'attendee', joinedAt: new Date() } as const
    const [row] = await stack.db
      .insert(attendance)
      .values({ ...stay, pitchId: made.id, serverId: crypto.randomUUID() })
      .returning()
    await remove()
    expect(await wasRemoved(stack.db, made.id, stay.accountId)).toBe(true)
    await stack.db
      .update(attendance)
      .set({ leftAt: new Date() })
      .where(eq(attendance.id, row?.id ?? ''))
  })
})

describe('a pitch that is public no longer', () => {
  it('keeps invited attendees and the team, and sends nothing more to anyone else', async () => {
    const made = await seedPitch(stack, { isPublic: true })
    const { token } = await seedAttendee(stack, made, stack.people.secondInvestor)
    const uninvited = stack.connect('investor', made.uuid)
    const invited = stack.connect({ token }, made.uuid)
    const seen = [uninvited, invited, stack.connect('presenter', made.uuid)].map(follow)
    await until(() => seen.every(one => one.first))
    const { no_file: _no, ...form } = pitchForm()
    await stack.as('presenter').updatePitch({ uuid: made.uuid, ...form, is_public: false })
    await Promise.all([closed(uninvited), closed(invited)])
    expect(seen.map(one => one.closing)).toEqual(['Unavailable', 'Unavailable', undefined])

    // as browsers do, both come again at once
    const again = follow(stack.connect('investor', made.uuid, { since: 0 }))
    const back = follow(stack.connect({ token }, made.uuid, { since: 0 }))
    await until(() => again.refused && back.first)
    expect(again.refused).toBe('PitchNotFound')
    await stack.as('presenter').startPitch({ uuid: made.uuid })
    await until(() => back.events.some(event => event.type === 'pitchStarted'))
    expect(seen[0]?.events).toEqual([])
  })

  it.each(['chat_group', 'room'] as const)(
    'refuses an attendee who was joining at that moment, delayed at %s',
    async table => {
      const { no_file: _no, ...form } = pitchForm()
      const made = await seedPitch(stack, { isPublic: true })
      const { seen, client, letGo } = await heldUp(stack, table, () => stack.connect('investor', made.uuid))
      await stack.as('presenter').updatePitch({ uuid: made.uuid, ...form, is_public: false })
      await letGo()
      await until(() => seen.closing)
      await until(() => client.disconnected)
      expect([seen.closing, seen.view]).toEqual(['Unavailable', undefined])
      const again = follow(stack.connect('investor', made.uuid))
      await until(() => again.refused)
      expect(again.refused).toBe('PitchNotFound')
    },
  )
})
