import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { auditEntry } from '#features/audit/server/tables.ts'
import { session } from '#features/session/server/tables.ts'
import { follow, type RoomStack, seedAttendee, seedPitch, startRooms, until } from '#testing/startRooms.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterEach(() => stack.empty())
afterAll(() => stack.stop())

describe('who comes in', () => {
  it('lets in by token, by the session cookie and by the join cookie of that pitch', async () => {
    const made = await seedPitch(stack)
    const { token } = await seedAttendee(stack, made, stack.people.lumenInvestor)
    const join = `rostrum_join_${made.uuid.slice(0, 8)}=${token}`
    const access = `rostrum_access=${stack.people.presenter.token}`
    const byToken = follow(stack.connect('presenter', made.uuid))
    const byCookie = follow(stack.connect(undefined, made.uuid, { headers: { cookie: access, origin: stack.url } }))
    const byJoin = follow(stack.connect(undefined, made.uuid, { headers: { cookie: join, origin: stack.url } }))
    await until(() => byToken.first && byCookie.first && byJoin.first)
    expect(byCookie.first?.me).toMatchObject({ id: stack.people.presenter.id, part: 'owner' })
    expect(byJoin.first?.me).toMatchObject({ id: stack.people.lumenInvestor.id, part: 'attendee' })
  })

  it('refuses strangers, other organisations, other pitches, drafts and nonsense', async () => {
    const made = await seedPitch(stack)
    const other = await seedPitch(stack)
    const draft = await seedPitch(stack, { state: 'draft' })
    const { token } = await seedAttendee(stack, made, stack.people.lumenInvestor)
    const refusal = async (...[who, uuid]: Parameters<RoomStack['connect']>) => {
      const seen = follow(stack.connect(who, uuid))
      await until(() => seen.refused)
      expect(seen.first).toBeUndefined()
      return seen.refused
    }
    expect(await refusal(undefined, made.uuid)).toBe('NotSignedIn')
    expect(await refusal({ token: 'x'.repeat(43) }, made.uuid)).toBe('NotSignedIn')
    expect(await refusal('lumenAdmin', made.uuid)).toBe('PitchNotFound')
    expect(await refusal('investor', made.uuid)).toBe('PitchNotFound')
    expect(await refusal({ token }, other.uuid)).toBe('PitchNotFound')
    expect(await refusal('presenter', crypto.randomUUID())).toBe('PitchNotFound')
    expect(await refusal('presenter', draft.uuid)).toBe('RoomNotOpen')
    expect(await refusal('presenter', "' or 1=1")).toBe('InputInvalid')
    await stack.db
      .update(session)
      .set({ tokenExpiresAt: new Date(0) })
      .where(eq(session.accountId, stack.people.files.id))
    expect(await refusal('files', made.uuid)).toBe('TokenExpired')
  })

  it('refuses a foreign and a null Origin, with a good cookie too (CVE-2023-0957)', async () => {
    const made = await seedPitch(stack)
    const cookie = `rostrum_access=${stack.people.presenter.token}`
    for (const origin of ['https://evil.test', 'null', 'http://127.0.0.1.evil.test', '']) {
      const seen = follow(stack.connect(undefined, made.uuid, { headers: { cookie, origin } }))
      await until(() => seen.refused)
      expect(seen.first).toBeUndefined()
    }
  })

  it('lets nobody in as somebody else, by token or by cookie, and writes it down', async () => {
    const made = await seedPitch(stack, { isPublic: true })
    const user_id = stack.people.presenter.id
    const { access_token: token } = await stack.as('superadmin').startImpersonate({ user_id, reason: 'Looks into it' })
    const cookie = `rostrum_access=${stack.people.superadmin.token}; rostrum_acting=${token}`
    const seen = [
      follow(stack.connect({ token }, made.uuid)),
      follow(stack.connect(undefined, made.uuid, { headers: { cookie, origin: stack.url } })),
    ]
    await until(() => seen.every(one => one.refused))
    expect(seen.map(one => one.refused)).toEqual(['NotWhileImpersonating', 'NotWhileImpersonating'])
    const entries = await stack.db.select().from(auditEntry).where(eq(auditEntry.action, 'impersonation.refuse'))
    expect(entries.map(entry => [entry.impersonatorId, entry.detail])).toEqual(
      Array(2).fill([stack.people.superadmin.id, { call: 'room' }]),
    )
  })

  it('lets one person in ten times, not eleven', async () => {
    const made = await seedPitch(stack, { isPublic: true })
    const ten = Array.from({ length: 10 }, () => follow(stack.connect('secondInvestor', made.uuid)))
    await until(() => ten.every(one => one.first))
    const eleventh = follow(stack.connect('secondInvestor', made.uuid))
    await until(() => eleventh.refused)
    expect(eleventh.refused).toBe('TooManyRequests')
  })

  it('has nothing in the main namespace', async () => {
    const { io } = await import('socket.io-client')
    const client = io(stack.url, { transports: ['websocket'], reconnection: false })
    const error = await new Promise<Error>(resolve => client.on('connect_error', resolve))
    expect(error.message).toBe('NotFound')
    client.disconnect()
  })
})
