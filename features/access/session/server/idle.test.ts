import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { organisation } from '#features/core/organisation/server/tables.ts'
import { hashToken } from '#server/tokens.ts'
import { givePassword, goodPassword } from '#testing/passwords.ts'
import { rawCall } from '#testing/rawCall.ts'
import { follow, type RoomStack, seedAttendee, seedPitch, startRooms, until } from '#testing/startRooms.ts'
import { ACCESS_COOKIE, ACTING_COOKIE, REFRESH_COOKIE } from './cookies.ts'
import { IDLE_MARGIN } from './idleQueries.ts'
import { session } from './tables.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
  for (const name of ['investor', 'superadmin'] as const) await givePassword(stack.db, stack.people[name].id)
})
afterAll(() => stack.stop())
afterEach(() => stack.empty())

const minutes = 30
beforeEach(() =>
  stack.db
    .update(organisation)
    .set({ sessionTimeoutMinutes: minutes })
    .where(eq(organisation.id, stack.people.investor.organisationId)),
)

const ofBrowser = { origin: 'http://localhost:7500', 'sec-fetch-site': 'same-origin' }
let addresses = 0
async function signIn(headers: Record<string, string> = ofBrowser, username = 'investor') {
  const fields = { grant_type: 'password', username, password: goodPassword }
  const { body } = await rawCall(stack.app, 'signIn', fields, { ip: `198.51.122.${++addresses}`, headers })
  return { token: body.access_token as string, refresh: body.refresh_token as string }
}
/** As if the session had been unused for so many minutes. */
const leave = (token: string, ago: number) =>
  stack.db
    .update(session)
    .set({ lastUsedAt: new Date(Date.now() - ago * 60_000) })
    .where(eq(session.tokenHash, hashToken(token)))
const usedAgo = async (token: string) => {
  const [row] = await stack.db
    .select()
    .from(session)
    .where(eq(session.tokenHash, hashToken(token)))
  return Date.now() - (row?.lastUsedAt.getTime() ?? 0)
}
const asks = async (token: string) =>
  (await rawCall(stack.app, 'getUserInfoByToken', {}, { cookies: { [ACCESS_COOKIE]: token }, headers: ofBrowser })).body
const over = minutes + IDLE_MARGIN

describe('a browser without activity', () => {
  it('is signed out by the server, some minutes after its own question, and cannot renew', async () => {
    const { token, refresh } = await signIn()
    await leave(token, over - 0.2)
    expect((await asks(token)).code).toBe(1)
    await leave(token, over + 0.2)
    expect((await asks(token)).error).toBe('TokenExpired')
    // a thief who sends the same token as a program gets no further
    await expect(stack.withToken(token).getUserInfoByToken({})).rejects.toMatchObject({ code: 'TokenExpired' })
    const fields = { grant_type: 'refresh_token' }
    const renew = await rawCall(stack.app, 'signIn', fields, {
      cookies: { [REFRESH_COOKIE]: refresh },
      headers: ofBrowser,
    })
    expect(renew.body.error_code).toBe('TokenExpired')
  })

  it('follows what the organisation decides, at once', async () => {
    const { token } = await signIn()
    await leave(token, over + 5)
    await stack.as('admin').updateOrganisationSettings({ session_timeout: 60 })
    expect((await asks(token)).code).toBe(1)
    await leave(token, over + 5)
    await stack.as('admin').updateOrganisationSettings({ session_timeout: minutes })
    expect((await asks(token)).error).toBe('TokenExpired')
  })

  it('is no longer among the sessions of the account', async () => {
    const gone = await signIn()
    const here = await signIn()
    await leave(gone.token, over + 1)
    const { items } = await stack.withToken(here.token).getSessionList({})
    expect(items.filter(one => one.is_this)).toHaveLength(1)
    const listed = new Set(items.map(one => one.id))
    const [row] = await stack.db
      .select()
      .from(session)
      .where(eq(session.tokenHash, hashToken(gone.token)))
    expect(listed.has(row?.id ?? '')).toBe(false)
  })

  it('goes on by any call, which is use of it', async () => {
    const { token } = await signIn()
    for (let round = 0; round < 3; round++) {
      await leave(token, minutes)
      expect((await asks(token)).code).toBe(1)
      expect(await usedAgo(token)).toBeLessThan(5000)
    }
  })
})

describe('who does not idle', () => {
  it('[CONST-006] is a program: its token is good for its six days', async () => {
    const { token } = await signIn({})
    await leave(token, 5 * 24 * 60)
    expect((await stack.withToken(token).getUserInfoByToken({})).username).toBe('investor')
  })

  it('[STATE-094] is an attendee who came by a link, watching or not', async () => {
    const made = await seedPitch(stack)
    const { token } = await seedAttendee(stack, made, stack.people.secondInvestor)
    await leave(token, 24 * 60)
    expect((await stack.withToken(token).getUserInfoByToken({})).pitch_uuid).toBe(made.uuid)
  })

  it('[STATE-098] is a person in a room who touches nothing: their presence counts as activity', async () => {
    const made = await seedPitch(stack, { isPublic: true })
    const { token } = await signIn()
    const seen = follow(stack.connect({ token }, made.uuid))
    await until(() => seen.first)
    await leave(token, over + 120)
    await until(async () => (await usedAgo(token)) < 60_000, 12_000)
    expect(seen.closing).toBeUndefined()
    expect((await asks(token)).code).toBe(1)
  })

  it('is not a person whose tab shows a pitch that is over', async () => {
    const made = await seedPitch(stack, { isPublic: true })
    const { token } = await signIn()
    const seen = follow(stack.connect({ token }, made.uuid))
    await until(() => seen.first)
    await stack.as('presenter').startPitch({ uuid: made.uuid })
    await stack.as('presenter').endPitch({ uuid: made.uuid })
    await until(() => seen.view?.room.status === 3)
    await leave(token, over + 1)
    await new Promise(resolve => setTimeout(resolve, 10_500))
    expect(await usedAgo(token)).toBeGreaterThan(over * 60_000)
    expect((await asks(token)).error).toBe('TokenExpired')
  })

  it('is a superadmin during an impersonation: it counts as activity of their own session', async () => {
    const { token } = await signIn(ofBrowser, 'superadmin')
    const start = await rawCall(
      stack.app,
      'startImpersonate',
      { user_id: stack.people.presenter.id, reason: 'helps with a deck that does not show' },
      { cookies: { [ACCESS_COOKIE]: token }, headers: ofBrowser },
    )
    const acting = start.set.get(ACTING_COOKIE)?.value ?? ''
    await leave(token, over + 1)
    await leave(acting, 2)
    const cookies = { [ACCESS_COOKIE]: token, [ACTING_COOKIE]: acting }
    const { body } = await rawCall(stack.app, 'getUserInfoByToken', {}, { cookies, headers: ofBrowser })
    expect(body.data).toMatchObject({ impersonate_model: true })
    expect((await asks(token)).code).toBe(1)
  })
})
