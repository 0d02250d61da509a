import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account } from '#features/account/server/tables.ts'
import { attendee } from '#features/invite/server/tables.ts'
import { pitch } from '#features/pitch/server/tables.ts'
import { givePassword, goodPassword } from '#testing/passwords.ts'
import { openTestSession, type PersonName } from '#testing/people.ts'
import { rawCall } from '#testing/rawCall.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { joinCookie } from './cookies.ts'
import { sessionJobs } from './jobs.ts'
import { openSession } from './openSession.ts'
import { loginLog, session, usedRefreshToken } from './tables.ts'
import { hashToken, newToken } from './tokens.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
  for (const name of ['presenter', 'investor', 'admin', 'lumenAdmin'] as const)
    await givePassword(stack.db, stack.people[name].id)
})
afterAll(() => stack.stop())

const signIn = async (name: PersonName): Promise<{ access_token: string; refresh_token: string }> =>
  (await rawCall(stack.app, 'signIn', { grant_type: 'password', username: name, password: goodPassword })).body
const renew = (refresh_token: string) => rawCall(stack.app, 'signIn', { grant_type: 'refresh_token', refresh_token })
const me = (token: string) => stack.withToken(token).getUserInfoByToken({})
const rowOf = async (token: string) => {
  const [row] = await stack.db
    .select()
    .from(session)
    .where(eq(session.tokenHash, hashToken(token)))
  if (!row) throw new Error('no such session')
  return row
}
/** As if a renewal had happened a while ago. */
const age = (sessionId: string, seconds: number) =>
  stack.db
    .update(usedRefreshToken)
    .set({ usedAt: new Date(Date.now() - seconds * 1000) })
    .where(eq(usedRefreshToken.sessionId, sessionId))

async function makePitch(owner: PersonName) {
  const { id: userId, organisationId } = stack.people[owner]
  const [row] = await stack.db
    .insert(pitch)
    .values({
      organisationId,
      userId,
      presentationName: 'Harbour lights',
      presenterName: 'Paul Presenter',
      startsAt: new Date(),
      startZone: 'UTC',
      endsAt: new Date(Date.now() + 3_600_000),
      endZone: 'UTC',
      state: 'scheduled',
    })
    .returning()
  if (!row) throw new Error('no pitch')
  return row
}

async function join(pitchRow: typeof pitch.$inferSelect, name: PersonName) {
  const { id: accountId, email } = stack.people[name]
  const organisationId = pitchRow.organisationId
  const [row] = await stack.db
    .insert(attendee)
    .values({ pitchId: pitchRow.id, organisationId, accountId, email })
    .returning()
  const opened = await openSession(stack.db, {
    accountId,
    organisationId,
    ip: '127.0.0.1',
    userAgent: '',
    now: new Date(),
    join: { pitchId: pitchRow.id, attendeeId: row?.id ?? '', expiresAt: pitchRow.endsAt },
  })
  return opened
}

describe('tokens', () => {
  it('come from 256 random bits: a million of them hold no duplicate and every bit is as often 0 as 1', () => {
    const seen = new Set<string>()
    const ones = Array<number>(256).fill(0)
    for (let n = 0; n < 1_000_000; n++) {
      const { token } = newToken()
      seen.add(token)
      if (n < 2000)
        Buffer.from(token, 'base64url').forEach((byte, at) => {
          for (let bit = 0; bit < 8; bit++) if ((byte >> bit) & 1) ones[at * 8 + bit] = (ones[at * 8 + bit] ?? 0) + 1
        })
    }
    expect(seen.size).toBe(1_000_000)
    // 2,000 throws of a coin stay within seven standard deviations of a half.
    for (const count of ones) expect(Math.abs(count - 1000)).toBeLessThan(7 * Math.sqrt(500))
  }, 180_000)

  it.each(['', 'x', '-'.repeat(43), 'null', 'undefined', '[]', 'Zm9v'.repeat(25), "' or 1=1 --"])(
    'a token that is none is nobody: %j',
    async token => {
      const bearer = await rawCall(
        stack.app,
        'getUserInfoByToken',
        {},
        { headers: { authorization: `Bearer ${token}` } },
      )
      expect(bearer.body.error).toBe('NotSignedIn')
      const cookie = await rawCall(stack.app, 'getUserInfoByToken', {}, { cookies: { rostrum_access: token } })
      expect(cookie.body.error).toBe('NotSignedIn')
    },
  )

  it('end: an expired one asks for renewal, that of an ended session and of a disabled person is nobody', async () => {
    const { id, organisationId } = stack.people.member
    const [expired, ended, disabled] = await Promise.all(
      [1, 2, 3].map(() => openTestSession(stack.db, id, organisationId)),
    )
    const past = new Date(Date.now() - 1)
    await stack.db
      .update(session)
      .set({ tokenExpiresAt: past })
      .where(eq(session.tokenHash, hashToken(expired ?? '')))
    await stack.db
      .update(session)
      .set({ endedAt: past })
      .where(eq(session.tokenHash, hashToken(ended ?? '')))
    await expect(me(expired ?? '')).rejects.toMatchObject({ code: 'TokenExpired' })
    await expect(me(ended ?? '')).rejects.toMatchObject({ code: 'NotSignedIn' })
    expect((await me(disabled ?? '')).user_id).toBe(id)
    await stack.db.update(account).set({ state: 'disabled' }).where(eq(account.id, id))
    await expect(me(disabled ?? '')).rejects.toMatchObject({ code: 'NotSignedIn' })
    await stack.db.update(account).set({ state: 'active' }).where(eq(account.id, id))
  })
})

describe('roles', () => {
  it('count as they are at the moment of the call, not as they were at the sign-in', async () => {
    const asAdmin = stack.as('admin')
    await asAdmin.getLoginLogList({})
    const is = eq(account.id, stack.people.admin.id)
    await stack.db
      .update(account)
      .set({ roles: ['vc'] })
      .where(is)
    await expect(asAdmin.getLoginLogList({})).rejects.toMatchObject({ code: 'NotAllowed' })
    await stack.db
      .update(account)
      .set({ roles: ['disabled'] })
      .where(is)
    await expect(asAdmin.getUserInfoByToken({})).rejects.toMatchObject({ code: 'NotAllowed' })
    await stack.db
      .update(account)
      .set({ roles: ['admin'] })
      .where(is)
  })
})

describe('forgetSessions', () => {
  it('deletes what was over a month ago, and nothing that still opens a door', async () => {
    const { id, organisationId } = stack.people.banking
    await stack.db.delete(session).where(eq(session.accountId, id))
    const day = 86_400_000
    const ago = (days: number) => new Date(Date.now() - days * day)
    const rows = [
      { ip: 'open', tokenExpiresAt: ago(-1) },
      { ip: 'renewable', tokenExpiresAt: ago(40), refreshExpiresAt: ago(-1) },
      { ip: 'expired lately', tokenExpiresAt: ago(5) },
      { ip: 'ended lately', tokenExpiresAt: ago(-1), endedAt: ago(29) },
      { ip: 'ended long ago', tokenExpiresAt: ago(-1), endedAt: ago(31) },
      { ip: 'expired long ago', tokenExpiresAt: ago(40), refreshExpiresAt: ago(31) },
      { ip: 'join over long ago', tokenExpiresAt: ago(31) },
    ]
    for (const row of rows)
      await stack.db
        .insert(session)
        .values({ kind: 'session', accountId: id, organisationId, tokenHash: newToken().hash, ...row })
    await sessionJobs.forgetSessions({}, stack.frame)
    const left = await stack.db.select({ ip: session.ip }).from(session).where(eq(session.accountId, id))
    expect(left.map(({ ip }) => ip)).toEqual(['open', 'renewable', 'expired lately', 'ended lately'])
  })
})

describe('requests from another site', () => {
  it('are refused when they carry a cookie, and let through with a token of their own', async () => {
    const { access_token } = await signIn('presenter')
    const cookies = { rostrum_access: access_token }
    const from = (origin: string) => rawCall(stack.app, 'getUserInfoByToken', {}, { cookies, headers: { origin } })
    for (const origin of ['https://evil.test', 'null', 'http://localhost.evil.test', 'http://localhost:7500.evil.test'])
      expect((await from(origin)).body, origin).toMatchObject({ error: 'ForeignOrigin' })
    expect((await from(stack.frame.settings.publicUrl)).status).toBe(200)
    const crossSite = await rawCall(
      stack.app,
      'getUserInfoByToken',
      {},
      { cookies, headers: { 'sec-fetch-site': 'cross-site' } },
    )
    expect(crossSite.body.error).toBe('ForeignOrigin')
    const headers = { origin: 'https://partner.test', authorization: `Bearer ${access_token}` }
    expect((await rawCall(stack.app, 'getUserInfoByToken', {}, { headers })).status).toBe(200)
  })
})

describe('#signIn with a refresh token', () => {
  it('[STATE-113, CONST-006] gives new tokens for it once six days are over, and the old ones are worth nothing', async () => {
    const first = await signIn('presenter')
    const sixDays = (await rowOf(first.access_token)).tokenExpiresAt.getTime() - Date.now()
    expect(Math.round(sixDays / 86_400_000)).toBe(6)
    const { status, body, set } = await renew(first.refresh_token)
    expect(status).toBe(200)
    expect(set.get('rostrum_access')?.value).toBe(body.access_token)
    expect((await me(body.access_token)).username).toBe('presenter')
    await expect(me(first.access_token)).rejects.toMatchObject({ code: 'NotSignedIn' })
  })

  it('takes the cookie of a browser', async () => {
    const { refresh_token } = await signIn('presenter')
    const cookies = { rostrum_refresh: refresh_token }
    const renewed = await rawCall(stack.app, 'signIn', { grant_type: 'refresh_token' }, { cookies })
    expect(renewed.status).toBe(200)
    const foreign = { cookies, headers: { origin: 'https://evil.test' } }
    expect((await rawCall(stack.app, 'signIn', { grant_type: 'refresh_token' }, foreign)).status).toBe(403)
  })

  it('gives tokens to one of two that race, and leaves the session open for it', async () => {
    for (let round = 0; round < 5; round++) {
      const { refresh_token } = await signIn('presenter')
      const answers = await Promise.all([renew(refresh_token), renew(refresh_token), renew(refresh_token)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
      expect(answers.find(({ status }) => status === 401)?.body.error_code).toBe('TokenExpired')
      const winner = answers.find(({ status }) => status === 200)
      expect((await me(winner?.body.access_token)).username).toBe('presenter')
    }
  })

  it('ends the session when a used refresh token comes back later, however many renewals ago it was used', async () => {
    const first = await signIn('presenter')
    const second = (await renew(first.refresh_token)).body
    const third = (await renew(second.refresh_token)).body
    const { id } = await rowOf(third.access_token)
    await age(id, 60)
    expect((await renew(first.refresh_token)).body.error_code).toBe('TokenExpired')
    await expect(me(third.access_token)).rejects.toMatchObject({ code: 'NotSignedIn' })
    expect((await renew(third.refresh_token)).status).toBe(401)
    expect(stack.rooms.told).toContainEqual({ act: 'disconnect', args: [{ sessionId: id }] })
  })

  it('refuses one that is over, ended, a disabled person’s, an access token or none at all', async () => {
    const over = await signIn('presenter')
    await stack.db
      .update(session)
      .set({ refreshExpiresAt: new Date(0) })
      .where(eq(session.tokenHash, hashToken(over.access_token)))
    const ended = await signIn('presenter')
    await stack.withToken(ended.access_token).writeLogout({})
    const disabled = await signIn('investor')
    await stack.db.update(account).set({ state: 'disabled' }).where(eq(account.id, stack.people.investor.id))
    for (const token of [over.refresh_token, ended.refresh_token, disabled.refresh_token, over.access_token, 'x'])
      expect((await renew(token)).body.error_code).toBe('TokenExpired')
    expect((await renew('')).body.error_code).toBe('NotSignedIn')
    await stack.db.update(account).set({ state: 'active' }).where(eq(account.id, stack.people.investor.id))
  })
})

describe('#getUserInfoByToken', () => {
  it('[CALL-208, ENT-034, CONST-004] answers who is signed in', async () => {
    const { access_token } = await signIn('presenter')
    expect(await me(access_token)).toEqual({
      user_id: stack.people.presenter.id,
      firstname: 'Paul',
      lastname: 'Presenter',
      username: 'presenter',
      email: 'presenter@quill.test',
      head_image: '',
      roles: ['presenter', 'nolinkedin'],
      is_vc: false,
      org_id: stack.people.presenter.organisationId,
      org_name: 'Quill Ventures',
      timezone: 'America/New_York',
      language: 'en',
      session_timeout: 30,
    })
    expect((await me(stack.people.investor.token)).is_vc).toBe(true)
  })

  it('answers of a join session the pitch, its organisation, and no role of the account', async () => {
    const row = await makePitch('presenter')
    const { accessToken } = await join(row, 'lumenAdmin')
    expect(await me(accessToken)).toMatchObject({
      user_id: stack.people.lumenAdmin.id,
      roles: ['attendee'],
      org_id: stack.people.presenter.organisationId,
      org_name: 'Quill Ventures',
      pitch_uuid: row.uuid,
    })
    await expect(stack.withToken(accessToken).getUserListForEp({})).rejects.toMatchObject({ code: 'NotAllowed' })
  })

  it('ends a join session with its pitch, and nothing renews it', async () => {
    const row = await makePitch('presenter')
    const { accessToken, refreshToken, expiresAt } = await join(
      { ...row, endsAt: new Date(Date.now() - 1) },
      'investor',
    )
    expect([refreshToken, expiresAt < new Date()]).toEqual([undefined, true])
    await expect(me(accessToken)).rejects.toMatchObject({ code: 'TokenExpired' })
  })
})

describe('#writeLogout', () => {
  it('[CALL-209, STATE-109] ends the session at once, takes the cookies back and closes its sockets', async () => {
    const { access_token, refresh_token } = await signIn('presenter')
    const other = await signIn('presenter')
    const { id } = await rowOf(access_token)
    const { status, set } = await rawCall(stack.app, 'writeLogout', {}, { cookies: { rostrum_access: access_token } })
    expect(status).toBe(200)
    expect(set.get('rostrum_access')).toMatchObject({ value: '', maxAge: 0, path: '/' })
    expect(set.get('rostrum_refresh')).toMatchObject({ value: '', maxAge: 0, path: '/restapi/v1.4/oauth/token/pbx/' })
    await expect(me(access_token)).rejects.toMatchObject({ code: 'NotSignedIn' })
    expect((await renew(refresh_token)).status).toBe(401)
    expect(stack.rooms.told).toContainEqual({ act: 'disconnect', args: [{ sessionId: id }] })
    expect((await me(other.access_token)).username, 'another browser').toBe('presenter')
  })

  it('leaves no join cookie of the same person behind that lets in, and none that fails', async () => {
    const [own, foreign, dead] = [
      await makePitch('presenter'),
      await makePitch('presenter'),
      await makePitch('presenter'),
    ]
    const mine = await join(own, 'investor')
    const theirs = await join(foreign, 'secondInvestor')
    const { access_token } = await signIn('investor')
    const cookies = {
      rostrum_access: access_token,
      [joinCookie(own.uuid)]: mine.accessToken,
      [joinCookie(foreign.uuid)]: theirs.accessToken,
      [joinCookie(dead.uuid)]: newToken().token,
    }
    const { set } = await rawCall(stack.app, 'writeLogout', {}, { cookies })
    expect([...set.keys()].sort()).toEqual(
      ['rostrum_access', 'rostrum_refresh', joinCookie(own.uuid), joinCookie(dead.uuid)].sort(),
    )
    await expect(me(mine.accessToken)).rejects.toMatchObject({ code: 'NotSignedIn' })
    expect((await me(theirs.accessToken)).pitch_uuid).toBe(foreign.uuid)
  })

  it('of a join session leaves the console signed in', async () => {
    const row = await makePitch('presenter')
    const joined = await join(row, 'investor')
    const { access_token } = await signIn('investor')
    const { set } = await rawCall(
      stack.app,
      'writeLogout',
      {},
      {
        cookies: { rostrum_access: access_token, [joinCookie(row.uuid)]: joined.accessToken },
        headers: { 'x-rostrum-join': row.uuid },
      },
    )
    expect([...set.keys()]).toEqual([joinCookie(row.uuid)])
    await expect(me(joined.accessToken)).rejects.toMatchObject({ code: 'NotSignedIn' })
    expect((await me(access_token)).username).toBe('investor')
  })
})

describe('#getLoginLogList', () => {
  it('[PERM-072, ENT-077] answers the attempts of the own organisation, newest first', async () => {
    await signIn('lumenAdmin')
    await rawCall(stack.app, 'signIn', { grant_type: 'password', username: 'no one', password: 'x' })
    const own = await stack.as('admin').getLoginLogList({ limit: 200 })
    expect(own.items.length).toBe(own.total)
    expect(new Set(own.items.map(({ username }) => username))).toEqual(new Set(['presenter', 'investor']))
    expect(own.items.map(({ id }) => id)).toEqual(own.items.map(({ id }) => id).sort((a, b) => b - a))
    const lumen = await stack.as('lumenAdmin').getLoginLogList({})
    expect(lumen.items.map(({ username }) => username)).toEqual(['lumenAdmin'])
    const all = await stack.as('superadmin').getLoginLogList({ limit: 200 })
    expect(all.items[0]).toMatchObject({ username: 'no one', description: 'WrongNameOrPassword', ip: '127.0.0.1' })
    expect(all.total).toBe(own.total + lumen.total + 1)
  })

  it('searches, pages, and takes SQL for what it is', async () => {
    const found = await stack.as('admin').getLoginLogList({ content: 'INVEST' })
    expect(new Set(found.items.map(({ username }) => username))).toEqual(new Set(['investor']))
    const [first, second] = [
      await stack.as('admin').getLoginLogList({ limit: 1 }),
      await stack.as('admin').getLoginLogList({ limit: 1, page: 2 }),
    ]
    expect(first.items[0]?.id).toBeGreaterThan(second.items[0]?.id ?? Infinity)
    for (const content of ['%', '_', "' or 1=1 --", '\\', '%%%_'])
      expect((await stack.as('admin').getLoginLogList({ content })).total, content).toBe(0)
    expect((await stack.db.select({ n: sql<number>`count(*)::int` }).from(loginLog))[0]?.n).toBeGreaterThan(3)
  })

  it('is for admins only', async () => {
    for (const name of ['presenter', 'investor', 'useradmin', 'pitchadmin', 'nobody'] as const)
      await expect(stack.as(name).getLoginLogList({})).rejects.toMatchObject({
        code: name === 'nobody' ? 'NotSignedIn' : 'NotAllowed',
      })
  })
})
