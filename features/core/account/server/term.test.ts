import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mailRecovery } from '#features/access/recovery/server/recovery.ts'
import { session } from '#features/access/session/server/tables.ts'
import { endTerm } from '#features/admin/users/server/endTerm.ts'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { mailsTo } from '#testing/outbox.ts'
import { givePassword, goodPassword } from '#testing/passwords.ts'
import { rawCall } from '#testing/rawCall.ts'
import { closed, follow, type RoomStack, seedAttendee, seedPitch, startRooms, until } from '#testing/startRooms.ts'
import { account } from './tables.ts'
import { isWithinTerm, termOf, termState } from './term.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
  await givePassword(stack.db, stack.people.member.id)
})
afterAll(() => stack.stop())
afterEach(() => stack.empty())

const member = () => stack.people.member
const texts = {
  ...{ firstname: 'Max', lastname: 'Member', company_name: '', position: '', location: '' },
  ...{ timezone: 'Asia/Shanghai', language: 'en' as const },
}
const give = (start_date: string, end_date: string, by: 'admin' | 'useradmin' = 'admin', timezone = texts.timezone) =>
  stack.as(by).updateUser({ user_id: member().id, ...texts, timezone, start_date, end_date })
const set = (values: Partial<typeof account.$inferInsert>) =>
  stack.db.update(account).set(values).where(eq(account.id, member().id))
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
let addresses = 0
const signIn = async () => {
  const fields = { grant_type: 'password', username: 'member', password: goodPassword }
  return (await rawCall(stack.app, 'signIn', fields, { ip: `198.51.120.${++addresses}` })).body
}
const none = { startDate: null, endDate: null, startsAt: null, endsAt: null }
beforeEach(() => set({ ...none, timezone: 'Asia/Shanghai' }))

describe('a term', () => {
  it('[ENT-037] is whole days by the clocks of the person’s zone, the short and the long ones too', () => {
    const newYork = termOf({ startDate: '2026-03-08', endDate: '2026-11-01' }, 'America/New_York')
    expect(newYork.startsAt?.toISOString()).toBe('2026-03-08T05:00:00.000Z') // before the clocks go forward
    expect(newYork.endsAt?.toISOString()).toBe('2026-11-02T05:00:00.000Z') // after they have gone back
    // where midnight itself is skipped the day begins an hour later
    const santiago = termOf({ startDate: '2026-09-06', endDate: null }, 'America/Santiago')
    expect(santiago).toEqual({ startsAt: new Date('2026-09-06T04:00:00Z'), endsAt: null })
    const oneDay = termOf({ startDate: '2026-06-01', endDate: '2026-06-01' }, 'Asia/Shanghai')
    const [first, last] = [oneDay.startsAt as Date, oneDay.endsAt as Date]
    expect(last.getTime() - first.getTime()).toBe(86_400_000)
    const at = (instant: Date, shift: number) => isWithinTerm(oneDay, new Date(instant.getTime() + shift))
    expect([at(first, -1), at(first, 0), at(last, -1), at(last, 0)]).toEqual([false, true, true, false])
    expect([termState(oneDay, new Date(0)), termState(oneDay, first), termState(oneDay, last)]).toEqual([
      'before',
      'within',
      'over',
    ])
    expect(termState({ startsAt: null, endsAt: null }, first)).toBe('none')
  })

  it('[ENT-037] is set by who manages the person, shown in list and detail, and noted', async () => {
    await give(inDays(-3), inDays(30), 'useradmin')
    const { body } = { body: await stack.as('admin').getUserDetail({ user_id: member().id }) }
    expect(body).toMatchObject({ start_date: inDays(-3), end_date: inDays(30), term: 'within' })
    const { endsAt } = termOf({ startDate: null, endDate: inDays(30) }, 'Asia/Shanghai')
    expect(body.expiration_date).toBe(endsAt?.toISOString())
    const { items } = await stack.as('admin').getUserListForEp({ name: 'max member' })
    expect(items[0]).toMatchObject({ end_date: inDays(30), expiration_date: body.expiration_date, term: 'within' })
    const deeds = await stack.db.select().from(auditEntry).where(eq(auditEntry.action, 'account.changeTerm'))
    expect(deeds.at(-1)).toMatchObject({
      subject: member().id,
      actorId: stack.people.useradmin.id,
      detail: { from: { startDate: null, endDate: null }, to: { startDate: inDays(-3), endDate: inDays(30) } },
    })
    // who leaves the days out leaves them as they are; an empty one is taken away
    await stack.as('admin').updateUser({ user_id: member().id, ...texts })
    expect(await stack.as('admin').getUserDetail({ user_id: member().id })).toMatchObject({ end_date: inDays(30) })
    await give('', '')
    expect(await stack.as('admin').getUserDetail({ user_id: member().id })).toMatchObject({
      start_date: null,
      end_date: null,
      expiration_date: null,
      term: 'none',
    })
  })

  it('[ENT-037] refuses a last day before the first, and what is no day', async () => {
    await expect(give(inDays(3), inDays(2))).rejects.toMatchObject({
      code: 'InputInvalid',
      fields: { end_date: 'endNotAfterStart' },
    })
    for (const day of ['2026-02-30', '11/30/2026', 'soon'])
      await expect(give(day, '')).rejects.toMatchObject({ code: 'InputInvalid' })
    await expect(
      stack.as('member').updateUser({ user_id: member().id, ...texts, end_date: inDays(9) }),
    ).rejects.toMatchObject({
      code: 'NotAllowed',
    })
    await expect(
      stack.as('admin').updateUser({ user_id: stack.people.admin.id, ...texts, end_date: inDays(9) }),
    ).rejects.toMatchObject({ code: 'NoPermission' })
  })

  it('moves with the person’s zone', async () => {
    await give('', inDays(5))
    await give('', inDays(5), 'admin', 'America/Los_Angeles')
    const { expiration_date } = await stack.as('admin').getUserDetail({ user_id: member().id })
    expect(expiration_date).toBe(
      termOf({ startDate: null, endDate: inDays(5) }, 'America/Los_Angeles').endsAt?.toISOString(),
    )
  })
})

describe('outside the term', () => {
  it('[ENT-037, ERR-008] a right password hears that access is not enabled, before the start and after the end', async () => {
    await give(inDays(2), '')
    expect((await signIn()).error_code).toBe('AccountNotEnabled')
    await give('', inDays(-2))
    expect((await signIn()).error_code).toBe('AccountNotEnabled')
    const wrong = { grant_type: 'password', username: 'member', password: 'not his one 7' }
    expect((await rawCall(stack.app, 'signIn', wrong, { ip: '198.51.121.1' })).body.error_code).toBe(
      'WrongNameOrPassword',
    )
    await give(inDays(-2), inDays(2))
    expect((await signIn()).access_token).toBeTruthy()
  })

  it('[ENT-037] nothing goes on: calls, renewal and a door that stood open end at the very instant', async () => {
    const { access_token, refresh_token } = await signIn()
    const me = stack.withToken(access_token)
    await set({ endsAt: new Date(Date.now() + 1500) })
    expect((await me.getUserInfoByToken({})).username).toBe('member')
    await new Promise(resolve => setTimeout(resolve, 1600))
    await expect(me.getUserInfoByToken({})).rejects.toMatchObject({ code: 'NotSignedIn' })
    const renew = await rawCall(stack.app, 'signIn', { grant_type: 'refresh_token', refresh_token })
    expect(renew.body.error_code).toBe('TokenExpired')
  })

  it('signs out at once when an administrator ends a person’s term', async () => {
    const { access_token } = await signIn()
    await give(inDays(3), '')
    await give('', '')
    await expect(stack.withToken(access_token).getUserInfoByToken({})).rejects.toMatchObject({ code: 'NotSignedIn' })
  })

  it('[ENT-037] ends room sockets of the console and of a join link, which stays closed', async () => {
    const made = await seedPitch(stack, { isPublic: true })
    const { token } = await seedAttendee(stack, made, member())
    const { access_token } = await signIn()
    const sockets = [{ token }, { token: access_token }].map(who => stack.connect(who, made.uuid))
    const seen = sockets.map(follow)
    const others = follow(stack.connect('investor', made.uuid))
    await until(() => seen.every(one => one.first) && others.first)
    await set({ endsAt: new Date(Date.now() - 1) })
    await endTerm(stack.frame, member().id, new Date())
    await Promise.all(sockets.map(closed))
    expect(seen.map(one => one.closing)).toEqual(['NotSignedIn', 'NotSignedIn'])
    const again = follow(stack.connect({ token }, made.uuid))
    await until(() => again.refused)
    expect(others.closing).toBeUndefined()
    // what has ended does not come back with a longer term
    await give('', inDays(9))
    await expect(stack.withToken(access_token).getUserInfoByToken({})).rejects.toMatchObject({ code: 'NotSignedIn' })
  })

  it('[ENT-037] is noticed by the sockets themselves, should the job be late', async () => {
    const made = await seedPitch(stack, { isPublic: true })
    const { access_token } = await signIn()
    const client = stack.connect({ token: access_token }, made.uuid)
    const seen = follow(client)
    await until(() => seen.first)
    await set({ endsAt: new Date(Date.now() - 1) })
    await until(() => seen.closing, 12_000)
    expect(seen.closing).toBe('NotSignedIn')
  })

  it('mails no link to set a password once it is over, and leads nowhere by one from before', async () => {
    await set({ endsAt: new Date(Date.now() - 1) })
    const before = (await mailsTo(stack.db, member().email)).length
    await stack.db.transaction(db =>
      mailRecovery(
        { db, frame: stack.frame, now: new Date(), enqueue: async () => {} },
        { what: 'password', email: member().email, flag: 'console', pitchCode: '' },
      ),
    )
    expect(await mailsTo(stack.db, member().email)).toHaveLength(before)
  })
})

describe('the end of a term', () => {
  it('[ENT-037] is one deed, however many servers see it, and none when the term was prolonged meanwhile', async () => {
    await signIn()
    await set({ endsAt: new Date(Date.now() + 60_000) })
    await endTerm(stack.frame, member().id, new Date())
    const open = async () =>
      (await stack.db.select().from(session).where(eq(session.accountId, member().id))).filter(one => !one.endedAt)
        .length
    expect(await open()).toBeGreaterThan(0)
    await stack.db.delete(auditEntry).where(eq(auditEntry.action, 'account.endTerm'))
    await set({ endsAt: new Date(Date.now() - 1) })
    await Promise.all([1, 2, 3].map(() => endTerm(stack.frame, member().id, new Date())))
    expect(await open()).toBe(0)
    const deeds = (await stack.db.select().from(auditEntry).where(eq(auditEntry.subject, member().id))).filter(
      one => one.action === 'account.endTerm',
    )
    expect(deeds.filter(one => (one.detail as { sessions: number }).sessions > 0)).toHaveLength(1)
    await endTerm(stack.frame, '00000000-0000-4000-8000-000000000000', new Date())
  })

  it('[ENT-037] lets no person in who signs in while it is set: of the racing two none is left inside', async () => {
    for (let round = 0; round < 4; round++) {
      await set(none)
      const [answers] = await Promise.all([Promise.all([signIn(), signIn()]), give('', inDays(-2))])
      const inside = await Promise.all(
        answers.map(({ access_token }) =>
          stack
            .withToken(access_token)
            .getUserInfoByToken({})
            .then(me => me.user_id)
            .catch(error => error.code),
        ),
      )
      expect(inside).toEqual(['NotSignedIn', 'NotSignedIn'])
    }
  })
})

describe('the day an account joined', () => {
  it('[ENT-037] is that of their first sign-in, and stays', async () => {
    await set({ joinedAt: null })
    expect((await stack.as('admin').getUserDetail({ user_id: member().id })).joined_date).toBeNull()
    await signIn()
    const { joined_date } = await stack.as('admin').getUserDetail({ user_id: member().id })
    expect(Date.now() - Date.parse(joined_date ?? '')).toBeLessThan(60_000)
    await signIn()
    expect((await stack.as('admin').getUserDetail({ user_id: member().id })).joined_date).toBe(joined_date)
  })
})
