import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { loginLog, session } from '#features/access/session/server/tables.ts'
import { account } from '#features/core/account/server/tables.ts'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { hashToken } from '#server/tokens.ts'
import { givePassword, goodPassword } from '#testing/passwords.ts'
import { rawCall } from '#testing/rawCall.ts'
import { type Stack, startStack } from '#testing/startStack.ts'

const compared = vi.hoisted(() => ({ hashes: [] as string[] }))
vi.mock('@node-rs/argon2', async original => {
  const real = await original<typeof import('@node-rs/argon2')>()
  return {
    ...real,
    verify: (...args: Parameters<typeof real.verify>) => {
      compared.hashes.push(String(args[0]))
      return real.verify(...args)
    },
  }
})

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
  for (const name of ['presenter', 'investor', 'admin', 'files', 'member', 'coHost'] as const)
    await givePassword(stack.db, stack.people[name].id)
})
afterAll(() => stack.stop())

// Every test comes from an address of its own, so that none of them uses up another's attempts.
let ip = ''
let addresses = 0
beforeEach(() => {
  addresses++
  ip = `198.51.${Math.floor(addresses / 250)}.${addresses % 250}`
})

const signIn = (username: string, password = goodPassword, more: Parameters<typeof rawCall>[3] = {}) =>
  rawCall(stack.app, 'signIn', { grant_type: 'password', username, password }, { ip, ...more })
const lastLog = async () => {
  const [row] = await stack.db.select().from(loginLog).orderBy(desc(loginLog.id)).limit(1)
  return row
}
const stateOf = (id: string, values: Partial<typeof account.$inferInsert>) =>
  stack.db.update(account).set(values).where(eq(account.id, id))

describe('#signIn', () => {
  it('[CALL-179] answers tokens in the form of OAuth, good for six days, and sets them as cookies that no script reads', async () => {
    const { status, body, set, headers } = await signIn('presenter')
    expect(status).toBe(200)
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'Bearer',
      expires_in: 518_400,
    })
    expect(headers['cache-control']).toBe('no-store')
    expect(set.get('rostrum_access')).toMatchObject({
      value: body.access_token,
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
      maxAge: 2_592_000,
    })
    expect(set.get('rostrum_refresh')).toMatchObject({
      value: body.refresh_token,
      httpOnly: true,
      sameSite: 'Lax',
      path: '/restapi/v1.4/oauth/token/pbx/',
    })
    const me = await stack.withToken(body.access_token).getUserInfoByToken({})
    expect(me.user_id).toBe(stack.people.presenter.id)
  })

  it('keeps no token in clear, and takes JSON as well as a form', async () => {
    const { body } = await signIn('presenter', goodPassword, { json: true })
    const [row] = await stack.db
      .select()
      .from(session)
      .where(eq(session.tokenHash, hashToken(body.access_token)))
    expect(row).toMatchObject({ ip, refreshHash: hashToken(body.refresh_token) })
    expect(JSON.stringify(row)).not.toContain(body.access_token)
  })

  it('[RULE-001, RULE-002] trims the user name and the password, and takes an e-mail address in any case', async () => {
    for (const name of ['  presenter ', 'PRESENTER', ' Presenter@Quill.test ']) {
      const { status } = await signIn(name, `  ${goodPassword}  `)
      expect(status, name).toBe(200)
    }
  })

  it('[ERR-006] says the same for a wrong password and an unknown name, and leaves no cookie', async () => {
    for (const [name, password] of [
      ['presenter', 'wrong Harbour 27'],
      ['nobody-of-that-name', goodPassword],
      ['nobody@quill.test', goodPassword],
      ['presenter', goodPassword.toUpperCase()],
    ] as const) {
      const { status, body, set } = await signIn(name, password)
      expect(status).toBe(401)
      expect(body).toEqual({
        error: 'invalid_grant',
        error_code: 'WrongNameOrPassword',
        error_description: 'Username or Password is wrong!',
      })
      expect(set.size).toBe(0)
    }
  })

  it('takes as long for an unknown name as for a wrong password: both are compared with a hash of the same cost', async () => {
    compared.hashes = []
    await signIn('presenter', 'wrong Harbour 27')
    await signIn('nobody-of-that-name', 'wrong Harbour 27')
    const costs = compared.hashes.map(hash => hash.split('$').slice(0, 4).join('$'))
    expect(costs).toHaveLength(2)
    expect(costs[0]).toBe(costs[1])
    expect(costs[0]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1$/)
  })

  it('[ERR-007, STATE-072] tells who waits for activation so only to who knows the password; without one it looks like nobody', async () => {
    const { id } = stack.people.secondInvestor
    await givePassword(stack.db, id)
    await stateOf(id, { state: 'awaiting' })
    const { status, body } = await signIn('secondinvestor')
    expect([status, body.error_code]).toEqual([403, 'AccountNotActivated'])
    expect((await signIn('secondinvestor', 'any Harbour 27')).body.error_code).toBe('WrongNameOrPassword')
    await stateOf(id, { passwordHash: null })
    const unset = await signIn('secondinvestor', 'any Harbour 27')
    const unknown = await signIn('nobody-of-that-name', 'any Harbour 27')
    expect([unset.status, unset.body]).toEqual([unknown.status, unknown.body])
    await stateOf(id, { state: 'active' })
  })

  it('does not tell that a person was only invited to a pitch', async () => {
    await stateOf(stack.people.secondInvestor.id, { state: 'invited' })
    const { body } = await signIn('secondinvestor@quill.test', 'any Harbour 27')
    expect(body.error_code).toBe('WrongNameOrPassword')
    await stateOf(stack.people.secondInvestor.id, { state: 'active' })
  })

  it('[ERR-008, STATE-074] tells a disabled account only to who knows its password', async () => {
    await stateOf(stack.people.member.id, { state: 'disabled' })
    expect((await signIn('member')).body.error_code).toBe('AccountNotEnabled')
    expect((await signIn('member', 'wrong Harbour 27')).body.error_code).toBe('WrongNameOrPassword')
    await stateOf(stack.people.member.id, { state: 'active', roles: ['member', 'disabled'] })
    expect((await signIn('member')).body.error_code).toBe('AccountNotEnabled')
    await stateOf(stack.people.member.id, { roles: ['member'] })
    expect((await signIn('member')).status).toBe(200)
  })

  it('[ERR-009] refuses a role that opens nothing', async () => {
    const { status, body } = await signIn('files')
    expect([status, body.error_code]).toEqual([403, 'NoPermission'])
  })

  it.each([
    ['[PROD-004, PERM-027]', 'superadmin', 200],
    ['[PROD-005]', 'admin', 200],
    ['[PERM-029]', 'useradmin', 200],
    ['[PROD-006, PERM-030]', 'pitchadmin', 200],
    ['[PROD-007, PERM-031]', 'presenter', 200],
    ['[PROD-010, PERM-032]', 'vc', 200],
    ['[PERM-033]', 'member', 200],
    ['[PERM-034]', 'banking', 'NoPermission'],
    ['[PERM-035]', 'files', 'NoPermission'],
    ['[PERM-036]', 'nolinkedin', 'NoPermission'],
    ['[PERM-037]', 'disabled', 'AccountNotEnabled'],
  ])('%s who has no role but %s gets %s', async (_rows, role, expected) => {
    const { id } = stack.people.coHost
    await stateOf(id, { roles: [role] })
    const { status, body } = await signIn('cohost')
    expect(status === 200 ? 200 : body.error_code).toBe(expected)
    const me = stack.withToken(body.access_token).getUserInfoByToken({})
    expect(await me.then(({ roles }) => roles.map(String).includes(role)).catch(error => error.code)).toBe(
      expected === 200 ? true : 'NotSignedIn',
    )
    await stateOf(id, { roles: ['presenter'] })
  })

  it('[PERM-036] adds nolinkedin to the roles of a person who signs in with a password of their own', async () => {
    const { body } = await signIn('presenter')
    expect((await stack.withToken(body.access_token).getUserInfoByToken({})).roles).toEqual(['presenter', 'nolinkedin'])
    expect((await stack.as('presenter').getUserInfoByToken({})).roles).toEqual(['presenter', 'nolinkedin'])
    expect((await stack.as('superadmin').getUserInfoByToken({})).roles).toEqual(['superadmin'])
  })

  it('[STATE-107, ENT-077] writes the log, the audit and the last sign-in', async () => {
    await signIn(' coHost ')
    expect(await lastLog()).toMatchObject({
      username: 'coHost',
      description: 'signedIn',
      ip,
      accountId: stack.people.coHost.id,
      organisationId: stack.people.coHost.organisationId,
    })
    const [person] = await stack.db.select().from(account).where(eq(account.id, stack.people.coHost.id))
    expect(person?.lastLoginAt?.getTime()).toBeGreaterThan(Date.now() - 10_000)
    const deeds = await stack.db
      .select()
      .from(auditEntry)
      .where(and(eq(auditEntry.action, 'session.signIn'), eq(auditEntry.ip, ip)))
    const { id: actorId, organisationId } = stack.people.coHost
    expect(deeds).toMatchObject([{ actorId, organisationId }])
  })

  it('writes the log for a failure too, though the call leaves nothing else', async () => {
    await signIn('presenter', 'wrong Harbour 27')
    expect(await lastLog()).toMatchObject({
      username: 'presenter',
      description: 'WrongNameOrPassword',
      organisationId: stack.people.presenter.organisationId,
    })
    await signIn('nobody-of-that-name')
    expect(await lastLog()).toMatchObject({ username: 'nobody-of-that-name', organisationId: null, accountId: null })
  })

  it('takes a hash of another cost and replaces it by one of today', async () => {
    const { hash } = await import('@node-rs/argon2')
    const old = await hash(goodPassword, { memoryCost: 4096, timeCost: 3, parallelism: 1 })
    await stateOf(stack.people.admin.id, { passwordHash: old })
    expect((await signIn('admin')).status).toBe(200)
    const [person] = await stack.db.select().from(account).where(eq(account.id, stack.people.admin.id))
    expect(person?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await signIn('admin')).status).toBe(200)
  })

  it('lets a person sign in whose browser still has a token that ended', async () => {
    const token = (await signIn('presenter')).body.access_token
    await stack.db
      .update(session)
      .set({ tokenExpiresAt: new Date(0) })
      .where(eq(session.tokenHash, hashToken(token)))
    const cookies = { rostrum_access: token }
    expect((await signIn('presenter', goodPassword, { cookies })).status).toBe(200)
    expect((await signIn('presenter', goodPassword, { cookies: { rostrum_access: randomUUID() } })).status).toBe(200)
  })

  it('[ERR-006, ERR-007, ERR-008, ERR-009, ERR-012] has the words of the specification for each of them', () => {
    const words = JSON.parse(readFileSync(new URL('../../../../web/i18n/en/errors.json', import.meta.url), 'utf8'))
    expect(words.WrongNameOrPassword).toBe('Username or Password is wrong!')
    expect(words.AccountNotActivated).toMatch(/This account isn’t activated yet\./)
    expect(words.AccountNotEnabled).toMatch(
      /This account is disabled or outside its access period\. Contact .*support\./,
    )
    expect(words.NoPermission).toBe('No permission, please contact the admin')
    expect(words.TooManyRequests).toMatch(/Too many requests\./)
  })
})
