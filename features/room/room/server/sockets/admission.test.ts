import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { session } from '#features/access/session/server/tables.ts'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { insertLink } from '#features/planning/invite/server/linkQueries.ts'
import { newToken } from '#server/tokens.ts'
import { follow, type RoomStack, seedAttendee, seedPitch, startRooms, until } from '#testing/startRooms.ts'
import { shown } from '#testing/statement.ts'

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

  it('refuses an impersonating superadmin, by token or by cookie, and writes it down', async () => {
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

  it('admits ten of a hundred connections that one person makes at once, refuses the others, and affects no one else', async () => {
    const made = await seedPitch(stack, { isPublic: true })
    const host = follow(stack.connect('presenter', made.uuid))
    await until(() => host.first)
    const clients = Array.from({ length: 100 }, () => stack.connect('secondInvestor', made.uuid))
    const hundred = clients.map(follow)
    await until(() => hundred.every(one => one.first || one.refused))
    expect(hundred.filter(one => one.first)).toHaveLength(10)
    expect(hundred.filter(one => one.refused === 'TooManyRequests')).toHaveLength(90)
    await until(() => host.signals.some(({ payload }) => (payload as { here?: number }).here === 2))
    const other = follow(stack.connect('investor', made.uuid))
    await until(() => other.first)
    expect(await stack.sockets.countHere(made.id)).toBe(3)
    // those places are free again when they have gone
    for (const client of clients) client.disconnect()
    await until(() => stack.sockets.connections() === 2)
    const again = Array.from({ length: 10 }, () => follow(stack.connect('secondInvestor', made.uuid)))
    await until(() => again.every(one => one.first))
  })

  it('takes two who use one link for one person: one place, one name in the list, and out together', async () => {
    const made = await seedPitch(stack, { state: 'inProgress' })
    const { attendeeId } = await seedAttendee(stack, made, stack.people.investor)
    const { token, hash } = newToken()
    await insertLink(stack.db, attendeeId, hash, new Date(Date.now() + 3_600_000))
    const use = () => stack.as('nobody').exchangeJoinLink({ uuid: made.uuid, access_token: token })
    const two = await Promise.all([use(), use()])
    const seen = two.map(({ access_token }) => follow(stack.connect({ token: access_token }, made.uuid)))
    await until(() => seen.every(one => one.first))
    expect(await stack.sockets.countHere(made.id)).toBe(1)
    const { items } = await stack.as('presenter').getRoomPeople({ pitch_uuid: made.uuid })
    expect(items.filter(one => one.id === stack.people.investor.id)).toHaveLength(1)
    const commit = ({ access_token }: { access_token: string }) =>
      stack
        .withToken(access_token)
        .commitInPitch({ uuid: made.uuid, money_amount: '$25,000', initials: 'II', ...shown })
        .then(() => 'done')
        .catch((error: { code: string }) => error.code)
    expect((await Promise.all(two.map(commit))).toSorted()).toEqual(['AlreadyCommitted', 'done'])
    await stack.as('presenter').removeAttendee({ pitch_uuid: made.uuid, user_id: stack.people.investor.id })
    await until(() => seen.every(one => one.closing === 'RemovedFromRoom'))
    await expect(use()).rejects.toThrow('RemovedFromRoom')
  })

  it('has nothing in the main namespace', async () => {
    const { io } = await import('socket.io-client')
    const client = io(stack.url, { transports: ['websocket'], reconnection: false })
    const error = await new Promise<Error>(resolve => client.on('connect_error', resolve))
    expect(error.message).toBe('NotFound')
    client.disconnect()
  })
})
