import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { hashToken } from '#server/tokens.ts'
import { givePassword, goodPassword } from '#testing/passwords.ts'
import { rawCall } from '#testing/rawCall.ts'
import { joinAs, pitchOf, sessionOf } from '#testing/sessions.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { loginLog, session } from './tables.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
  for (const name of ['presenter', 'investor', 'member', 'coHost'] as const)
    await givePassword(stack.db, stack.people[name].id)
})
afterAll(() => stack.stop())

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'

let addresses = 0
async function signIn(username: string, agent = firefox, password = goodPassword) {
  const ip = `198.51.108.${++addresses}`
  const fields = { grant_type: 'password', username, password }
  const { body } = await rawCall(stack.app, 'signIn', fields, { ip, headers: { 'user-agent': agent } })
  return { token: body.access_token as string, refresh: body.refresh_token as string, ip, error: body.error_code }
}
const rowOf = (token: string) => sessionOf(stack, token)
const set = (token: string, values: Partial<typeof session.$inferInsert>) =>
  stack.db
    .update(session)
    .set(values)
    .where(eq(session.tokenHash, hashToken(token)))

describe('#getSessionList', () => {
  it('lists the sessions of the caller: this one first, with device, browser, address and times', async () => {
    await stack.withToken((await signIn('presenter')).token).endOtherSessions({})
    const phone = await signIn('presenter', iphone)
    const here = await signIn('presenter')
    const { items, total } = await stack.withToken(here.token).getSessionList({})
    expect(total).toBe(3)
    expect(items[0]).toMatchObject({
      is_this: true,
      browser: 'Firefox',
      system: 'Linux',
      device: 'computer',
      ip: here.ip,
    })
    expect(items).toContainEqual({
      id: (await rowOf(phone.token)).id,
      is_this: false,
      browser: 'Safari',
      system: 'iOS',
      device: 'phone',
      ip: phone.ip,
      since: expect.stringMatching(/^\d{4}-/),
      last_used: expect.stringMatching(/^\d{4}-/),
    })
    expect(JSON.stringify(items)).not.toContain(hashToken(phone.token))
  })

  it('shows no other person’s, none that has ended or is over, and no join session', async () => {
    const here = await signIn('member')
    const gone = await signIn('member')
    await stack.withToken(gone.token).writeLogout({})
    await set((await signIn('member')).token, { tokenExpiresAt: new Date(0), refreshExpiresAt: new Date(0) })
    await set((await signIn('member')).token, { tokenExpiresAt: new Date(0), lastUsedAt: new Date(0) })
    await joinAs(stack, await pitchOf(stack, 'presenter'), 'member')
    const { items } = await stack.withToken(here.token).getSessionList({})
    const own = [(await rowOf(here.token)).id, (await rowOf(stack.people.member.token)).id]
    expect(items.map(({ id }) => id).sort()).toEqual(own.sort())
  })

  it('notes the last use, at most once a minute', async () => {
    const { token } = await signIn('presenter')
    const past = new Date(Date.now() - 61_000)
    await set(token, { lastUsedAt: past })
    await stack.withToken(token).getUserInfoByToken({})
    const first = (await rowOf(token)).lastUsedAt
    expect(first.getTime()).toBeGreaterThan(Date.now() - 10_000)
    const recent = new Date(Date.now() - 50_000)
    await set(token, { lastUsedAt: recent })
    await stack.withToken(token).getUserInfoByToken({})
    expect((await rowOf(token)).lastUsedAt).toEqual(recent)
  })
})

describe('#endSession and #endOtherSessions', () => {
  it('ends one: its token and its refresh token are worth nothing at once, and its sockets close', async () => {
    const here = await signIn('investor')
    const there = await signIn('investor', iphone)
    const { id } = await rowOf(there.token)
    await stack.withToken(here.token).endSession({ session_id: id })
    await expect(stack.withToken(there.token).getSessionList({})).rejects.toMatchObject({ code: 'NotSignedIn' })
    const renewed = await rawCall(stack.app, 'signIn', { grant_type: 'refresh_token', refresh_token: there.refresh })
    expect(renewed.body.error_code).toBe('TokenExpired')
    expect(stack.rooms.recorded).toContainEqual({ act: 'disconnect', args: [{ sessionId: id }] })
    const deeds = await stack.db
      .select()
      .from(auditEntry)
      .where(and(eq(auditEntry.action, 'session.end'), eq(auditEntry.subject, id)))
    expect(deeds).toMatchObject([{ actorId: stack.people.investor.id }])
  })

  it('ends no other person’s, and says the same of one that there is not', async () => {
    const here = stack.withToken((await signIn('investor')).token)
    const foreign = await rowOf((await signIn('presenter')).token)
    await expect(here.endSession({ session_id: foreign.id })).rejects.toMatchObject({ code: 'NotFound' })
    await expect(here.endSession({ session_id: stack.people.admin.id })).rejects.toMatchObject({ code: 'NotFound' })
    expect((await stack.db.select().from(session).where(eq(session.id, foreign.id)))[0]?.endedAt).toBeNull()
  })

  it('[ERR-052] does not end the one that asks, which is what signing out is for', async () => {
    const { token } = await signIn('investor')
    const { id } = await rowOf(token)
    await expect(stack.withToken(token).endSession({ session_id: id })).rejects.toMatchObject({
      code: 'IllegalOperation',
    })
  })

  it('ends all others, and leaves the one that asks and the pitch that one watches', async () => {
    const others = [await signIn('coHost'), await signIn('coHost')]
    const here = await signIn('coHost')
    const joined = await joinAs(stack, await pitchOf(stack, 'presenter'), 'coHost')
    expect((await stack.withToken(here.token).endOtherSessions({})).ended).toBe(3)
    for (const { token } of others)
      await expect(stack.withToken(token).getSessionList({})).rejects.toMatchObject({ code: 'NotSignedIn' })
    expect((await stack.withToken(here.token).getSessionList({})).total).toBe(1)
    expect((await stack.withToken(joined.accessToken).getUserInfoByToken({})).roles).toEqual(['attendee'])
  })

  it('is not possible during an impersonation', async () => {
    const acting = { user_id: stack.people.investor.id, reason: 'a test of what may not be done' }
    const { access_token } = await stack.as('superadmin').startImpersonate(acting)
    for (const name of ['endSession', 'endOtherSessions'] as const) {
      const headers = { authorization: `Bearer ${access_token}` }
      expect((await rawCall(stack.app, name, {}, { headers })).body.error).toBe('NotWhileImpersonating')
    }
    const { items } = await stack.withToken(access_token).getSessionList({})
    expect(items.some(({ is_this }) => is_this)).toBe(false)
  })
})

describe('a session', () => {
  it('is a new one at every sign-in: tokens that were planted before are not taken over', async () => {
    const planted = 'A'.repeat(43)
    const fields = { grant_type: 'password', username: 'presenter', password: goodPassword }
    const cookies = { rostrum_access: planted, rostrum_refresh: planted }
    const { body, set: given } = await rawCall(stack.app, 'signIn', fields, { ip: '198.51.109.1', cookies })
    expect(given.get('rostrum_access')?.value).toBe(body.access_token)
    expect([body.access_token, body.refresh_token]).not.toContain(planted)
    await expect(stack.withToken(planted).getSessionList({})).rejects.toMatchObject({ code: 'NotSignedIn' })
  })

  it('of another person in the same browser does not become the next person’s', async () => {
    const attacker = await signIn('investor')
    const fields = { grant_type: 'password', username: 'presenter', password: goodPassword }
    const cookies = { rostrum_access: attacker.token, rostrum_refresh: attacker.refresh }
    const { body } = await rawCall(stack.app, 'signIn', fields, { ip: '198.51.109.2', cookies })
    expect(body.access_token).not.toBe(attacker.token)
    const who = await stack.withToken(attacker.token).getUserInfoByToken({})
    expect(who.username).toBe('investor')
  })

  it('that was unused for a fortnight, or that is a quarter old, is not renewed', async () => {
    const day = 86_400_000
    for (const [values, outcome] of [
      [{ lastUsedAt: new Date(Date.now() - 13.9 * day) }, undefined],
      [{ lastUsedAt: new Date(Date.now() - 14.1 * day) }, 'TokenExpired'],
      [{ createdAt: new Date(Date.now() - 90.1 * day) }, 'TokenExpired'],
    ] as const) {
      const { token, refresh } = await signIn('member')
      await set(token, values)
      const { body } = await rawCall(stack.app, 'signIn', { grant_type: 'refresh_token', refresh_token: refresh })
      expect(body.error_code).toBe(outcome)
    }
  })

  it('dies when a stolen refresh token is used beside its owner’s, in either order', async () => {
    const owner = await signIn('member')
    const thief = await rawCall(stack.app, 'signIn', { grant_type: 'refresh_token', refresh_token: owner.refresh })
    expect(thief.status).toBe(200)
    await stack.db.execute("update used_refresh_token set used_at = used_at - interval '11 seconds'")
    const own = await rawCall(stack.app, 'signIn', { grant_type: 'refresh_token', refresh_token: owner.refresh })
    expect(own.body.error_code).toBe('TokenExpired')
    for (const token of [owner.token, thief.body.access_token])
      await expect(stack.withToken(token).getSessionList({})).rejects.toMatchObject({ code: 'NotSignedIn' })
  })
})

describe('#getLoginInfo', () => {
  it('[CALL-207] tells the sign-in before this one, and what failed since', async () => {
    const before = await signIn('presenter')
    await signIn('presenter', firefox, 'wrong Harbour 27')
    await signIn('PRESENTER@quill.test', firefox, 'wrong Harbour 28')
    const now = await signIn('presenter')
    const info = await stack.withToken(now.token).getLoginInfo({})
    expect(info.last_login).toMatchObject({ ip: before.ip, description: 'signedIn' })
    expect(info.failed_since).toBe(2)
    expect(info.recent.slice(0, 3).map(({ description }) => description)).toEqual([
      'signedIn',
      'WrongNameOrPassword',
      'WrongNameOrPassword',
    ])
    expect(info.recent.length).toBeLessThanOrEqual(10)
  })

  it('tells nothing of others', async () => {
    const { token } = await signIn('coHost')
    const { recent } = await stack.withToken(token).getLoginInfo({})
    const own = await stack.db.select().from(loginLog).where(eq(loginLog.accountId, stack.people.coHost.id))
    expect(recent.map(({ ip }) => ip).sort()).toEqual(own.map(({ ip }) => ip).sort())
  })
})

it('[CALL-117] createLoginLog takes what a person says of their own sign-in, and adds nothing to the log', async () => {
  const { token, ip } = await signIn('presenter')
  const before = await stack.db.$count(loginLog)
  const say = (username: string, more: object = {}) =>
    stack.withToken(token).createLoginLog({ username, description: 'WrongNameOrPassword', ip: '192.0.2.99', ...more })
  await say('Presenter')
  await say(stack.people.presenter.email, { description: 'signedIn' })
  await expect(say('investor')).rejects.toMatchObject({ code: 'NoPermission' })
  await expect(say('presenter', { description: 'hacked' })).rejects.toMatchObject({ code: 'InputInvalid' })
  expect(await stack.db.$count(loginLog)).toBe(before)
  const [newest] = await stack.db.select().from(loginLog).orderBy(desc(loginLog.id)).limit(1)
  expect(newest).toMatchObject({ ip, description: 'signedIn' })
})

describe('#getLoginLogList', () => {
  it('[CALL-118] filters by what happened, searches name and address, and sorts', async () => {
    const { ip } = await signIn('nobody-in-the-log', firefox, 'x')
    const admin = stack.as('superadmin')
    const failed = await admin.getLoginLogList({ description: 'WrongNameOrPassword', limit: 200 })
    expect(new Set(failed.items.map(({ description }) => description))).toEqual(new Set(['WrongNameOrPassword']))
    expect((await admin.getLoginLogList({ content: 'IN-THE-LOG' })).items).toMatchObject([{ ip }])
    expect((await admin.getLoginLogList({ content: '%' })).total).toBe(0)
    expect((await admin.getLoginLogList({ content: ip })).items[0]).toMatchObject({ username: 'nobody-in-the-log' })
    for (const sort of ['at', 'username', 'ip'] as const)
      for (const order of ['asc', 'desc'] as const) {
        const { items } = await admin.getLoginLogList({ sort, order, limit: 200 })
        const [row] = await stack.db.select().from(loginLog).orderBy(desc(loginLog.id)).limit(1)
        expect(items.map(({ id }) => id)).toContain(row?.id)
      }
    for (const order of ['asc', 'desc'] as const) {
      const { items } = await admin.getLoginLogList({ sort: 'at', order, limit: 200 })
      const times = items.map(({ at }) => at)
      expect(times).toEqual(times.toSorted((a, b) => (order === 'asc' ? 1 : -1) * (a < b ? -1 : 1)))
    }
  })

  it('sorts user names without regard to capital letters', async () => {
    const typed = ['delta', 'Beta', 'alpha', 'Gamma'].map(name => `${name}-typed`)
    await stack.db
      .insert(loginLog)
      .values(typed.map(username => ({ username, description: 'WrongNameOrPassword' as const, ip: '192.0.2.7' })))
    const names = async (order: 'asc' | 'desc') => {
      const { items } = await stack.as('superadmin').getLoginLogList({ content: '-typed', sort: 'username', order })
      return items.map(({ username }) => username.slice(0, 5))
    }
    expect(await names('asc')).toEqual(['alpha', 'Beta-', 'delta', 'Gamma'])
    expect(await names('desc')).toEqual(['Gamma', 'delta', 'Beta-', 'alpha'])
  })
})
