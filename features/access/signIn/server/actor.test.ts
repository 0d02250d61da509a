import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessionJobs } from '#features/access/session/server/feature.ts'
import { session } from '#features/access/session/server/tables.ts'
import { account } from '#features/core/account/server/tables.ts'
import { hashToken, newToken } from '#server/tokens.ts'
import { givePassword } from '#testing/passwords.ts'
import { openTestSession } from '#testing/people.ts'
import { rawCall } from '#testing/rawCall.ts'
import { signInAs } from '#testing/sessions.ts'
import { type Stack, startStack } from '#testing/startStack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
  for (const name of ['presenter'] as const) await givePassword(stack.db, stack.people[name].id)
})
afterAll(() => stack.stop())

const me = (token: string) => stack.withToken(token).getUserInfoByToken({})

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
    'an invalid token counts as not signed in: %j',
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

  it('end: an expired one asks for renewal, that of an ended session and of a disabled person counts as not signed in', async () => {
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
    const { access_token } = await signInAs(stack, 'presenter')
    const cookies = { rostrum_access: access_token }
    const from = (origin: string) => rawCall(stack.app, 'getUserInfoByToken', {}, { cookies, headers: { origin } })
    for (const origin of ['https://evil.test', 'null', 'http://localhost.evil.test', 'http://localhost:7500.evil.test'])
      expect((await from(origin)).body, origin).toMatchObject({ error: 'ForeignOrigin' })
    expect((await from(stack.frame.settings.publicUrl)).status).toBe(200)
    // a name of an attacker's that resolves to this server
    const rebound = { origin: 'http://evil.test:7500', host: 'evil.test:7500' }
    const answer = await rawCall(stack.app, 'getUserInfoByToken', {}, { cookies, headers: rebound })
    expect(answer.body.error).toBe('HostNotAllowed')
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
