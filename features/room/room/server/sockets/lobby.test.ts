import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { session } from '#features/access/session/server/tables.ts'
import { account } from '#features/core/account/server/tables.ts'
import { attendee } from '#features/core/part/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { heldUp } from '#testing/heldUp.ts'
import { closed, follow, type RoomStack, seedAttendee, seedPitch, startRooms, until } from '#testing/startRooms.ts'
import { spreadOf } from './lobby.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterEach(() => stack.empty())
afterAll(() => stack.stop())

describe('who is sent away', () => {
  it('ends the connections of a session that has ended, and no other', async () => {
    const made = await seedPitch(stack)
    const { token } = await seedAttendee(stack, made, stack.people.investor)
    const client = stack.connect({ token }, made.uuid)
    const seen = follow(client)
    const presenter = follow(stack.connect('presenter', made.uuid))
    await until(() => seen.first && presenter.first)
    await stack.withToken(token).writeLogout({})
    await closed(client)
    expect(seen.closing).toBe('NotSignedIn')
    expect(presenter.closing).toBeUndefined()
  })

  it('cuts a session that has run out or whose account was disabled, and leaves one that only needs a new token', async () => {
    const made = await seedPitch(stack, { isPublic: true })
    const { token } = await seedAttendee(stack, made, stack.people.lumenInvestor)
    const [expired, disabled, renewable] = ([{ token }, 'secondInvestor', 'investor'] as const).map(who =>
      follow(stack.connect(who, made.uuid)),
    )
    await until(() => expired?.first && disabled?.first && renewable?.first)
    const past = new Date(Date.now() - 1000)
    const of = (accountId: string) => eq(session.accountId, accountId)
    const { people, db } = stack
    await db.update(session).set({ tokenExpiresAt: past }).where(of(people.lumenInvestor.id))
    await db
      .update(session)
      .set({ tokenExpiresAt: past, refreshExpiresAt: new Date(Date.now() + 60_000) })
      .where(of(people.investor.id))
    await db.update(account).set({ state: 'disabled' }).where(eq(account.id, people.secondInvestor.id))
    await until(() => expired?.closing && disabled?.closing, 12_000)
    expect(expired?.closing).toBe('NotSignedIn')
    expect(renewable?.closing).toBeUndefined()
    await db.update(account).set({ state: 'active' }).where(eq(account.id, people.secondInvestor.id))
    await db
      .update(session)
      .set({ tokenExpiresAt: new Date(Date.now() + 3_600_000) })
      .where(of(people.investor.id))
  })

  it('cuts attendees who lost their right, also without a message, from that pitch and as attendees alone', async () => {
    const { people, db } = stack
    const [made, next] = [await seedPitch(stack, { coHosts: [people.coHost.email] }), await seedPitch(stack)]
    for (const person of [people.investor, people.secondInvestor, people.coHost])
      await seedAttendee(stack, made, person)
    await seedAttendee(stack, next, people.investor)
    const [disabled, removed] = [stack.connect('investor', made.uuid), stack.connect('secondInvestor', made.uuid)].map(
      follow,
    )
    const others = [stack.connect('investor', next.uuid), stack.connect('coHost', made.uuid)].map(follow)
    await until(() => [disabled, removed, ...others].every(one => one?.first))
    const mark = (accountId: string, marks: Partial<typeof attendee.$inferInsert>) =>
      db
        .update(attendee)
        .set(marks)
        .where(and(eq(attendee.pitchId, made.id), eq(attendee.accountId, accountId)))
    for (const { id } of [people.investor, people.coHost]) await mark(id, { disabledAt: new Date() })
    await mark(people.secondInvestor.id, { removedAt: new Date() })
    await until(() => disabled?.closing && removed?.closing, 12_000)
    expect([disabled?.closing, removed?.closing]).toEqual(['RemovedFromRoom', 'RemovedFromRoom'])
    expect(others.map(one => one.closing)).toEqual([undefined, undefined])
  })

  it.each(['chat_group', 'room'] as const)('catches who is just coming in, held up at %s', async table => {
    const made = await seedPitch(stack, { isPublic: true })
    const { client, seen, letGo } = await heldUp(stack, table, () => stack.connect('investor', made.uuid))
    stack.sockets.disconnect({ accountId: stack.people.investor.id, pitchId: made.id })
    await letGo()
    await until(() => seen.closing)
    await until(() => client.disconnected)
    expect([seen.closing, seen.view]).toEqual(['RemovedFromRoom', undefined])
    // who asks after the cut is in, and so are others whom it did not mean
    const after = (['investor', 'secondInvestor'] as const).map(who => follow(stack.connect(who, made.uuid)))
    await until(() => after.every(one => one.first))
    expect(after.map(one => one.closing)).toEqual([undefined, undefined])
  })

  it('forgets who leaves while still coming in', async () => {
    const made = await seedPitch(stack, { isPublic: true })
    for (let delay = 0; delay < 30; delay += 3) {
      const client = stack.connect('investor', made.uuid, { since: 0 })
      await new Promise(resolve => setTimeout(resolve, delay))
      client.disconnect()
    }
    await until(() => stack.sockets.connections() === 0)
    // Ten connections are what a person may have: none of these may count any longer.
    const ten = Array.from({ length: 10 }, () => follow(stack.connect('investor', made.uuid)))
    await until(() => ten.every(one => one.first ?? one.refused))
    expect(ten.map(one => one.refused)).toEqual(Array(10).fill(undefined))
  })

  it('gives members who may return the time over which to spread: more people, more time', async () => {
    const made = await seedPitch(stack, { isPublic: true })
    const clients = (['investor', 'secondInvestor'] as const).map(who => stack.connect(who, made.uuid))
    const told: (number | undefined)[] = []
    for (const client of clients) client.on('closing', ({ within }) => void told.push(within))
    const seen = clients.map(follow)
    await until(() => seen.every(one => one.first))
    stack.sockets.disconnect({ attendeesOf: made.id })
    await Promise.all(clients.map(closed))
    expect(told).toEqual([4, 4])
    expect([spreadOf(1000), spreadOf(100_000)]).toEqual([2000, 2500])
  })

  it('closes a room whose pitch is deleted, for attendees with an account, the team and administrators', async () => {
    const made = await seedPitch(stack)
    await seedAttendee(stack, made, stack.people.investor)
    const clients = (['presenter', 'admin', 'superadmin', 'investor'] as const).map(who =>
      stack.connect(who, made.uuid),
    )
    const seen = clients.map(follow)
    await until(() => seen.every(one => one.first))
    await stack.as('presenter').deletePitch({ id: made.id, uuid: made.uuid })
    await Promise.all(clients.map(closed))
    expect(seen.map(one => one.closing)).toEqual(Array(4).fill('Unavailable'))
  })

  it('keeps a pitch that was deleted shut', async () => {
    const made = await seedPitch(stack)
    await stack.db.update(pitch).set({ deletedAt: new Date() }).where(eq(pitch.id, made.id))
    const seen = follow(stack.connect('presenter', made.uuid))
    await until(() => seen.refused)
    expect(seen.refused).toBe('PitchNotFound')
  })
})
