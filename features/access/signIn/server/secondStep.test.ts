import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GUESSES } from '#features/access/factor/server/guesses.ts'
import { factor, stepGuess } from '#features/access/factor/server/tables.ts'
import { loginLog, session } from '#features/access/session/server/tables.ts'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { countMailAsked, mailsAllowed } from '#server/limits.ts'
import { hashToken } from '#server/tokens.ts'
import { appCode, codeSentTo, freshAddress, giveApp, giveCodes, passwordIn } from '#testing/factors.ts'
import { mailsTo } from '#testing/outbox.ts'
import { givePassword, goodPassword } from '#testing/passwords.ts'
import type { PersonName } from '#testing/people.ts'
import { rawCall } from '#testing/rawCall.ts'
import { type Stack, startStack } from '#testing/startStack.ts'

let stack: Stack
let secret = ''
let ip = ''
const people = ['presenter', 'coHost', 'investor', 'admin', 'member'] as const
beforeAll(async () => {
  stack = await startStack()
  for (const name of people) await givePassword(stack.db, stack.people[name].id)
  secret = await giveApp(stack, 'presenter')
  await giveCodes(stack, 'coHost')
  await giveCodes(stack, 'investor', '+12025550143')
})
afterAll(() => stack.stop())
beforeEach(async () => {
  ip = freshAddress()
  await stack.db.delete(stepGuess)
  await stack.db.update(factor).set({ lastStep: null })
})

const verify = (token: string, input: Record<string, unknown>, cookies = {}) =>
  rawCall(stack.app, 'verifyTwoFactorCode', input, { ip, cookies, headers: { authorization: `Bearer ${token}` } })
const signedInLines = async (name: PersonName) => {
  const { id } = stack.people[name]
  const log = await stack.db
    .select()
    .from(loginLog)
    .where(and(eq(loginLog.accountId, id), eq(loginLog.ip, ip)))
  const audit = await stack.db
    .select()
    .from(auditEntry)
    .where(and(eq(auditEntry.actorId, id), eq(auditEntry.ip, ip), eq(auditEntry.action, 'session.signIn')))
  return { log: log.length, audit: audit.length }
}

describe('a sign-in with a second factor', () => {
  it('[STATE-108, ENT-033] opens a session that is pending: nothing is written about a sign-in, and Me says so', async () => {
    const { as, refresh, token } = await passwordIn(stack, 'presenter', ip)
    expect(refresh).toBe('')
    expect(await signedInLines('presenter')).toEqual({ log: 0, audit: 0 })
    expect(await as.getUserInfoByToken({})).toMatchObject({
      tl_2fa_status: 'pending',
      tl_2fa_primary: 'app',
      email: 'pr•••@quill.test',
    })
    const [row] = await stack.db
      .select()
      .from(session)
      .where(eq(session.tokenHash, hashToken(token)))
    const minutes = ((row?.tokenExpiresAt.getTime() ?? 0) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(14)
    expect(minutes).toBeLessThanOrEqual(15)
  })

  it('[PROD-049, STATE-107, CALL-109] is finished by the code of an app; then the log and the audit have it', async () => {
    const { token } = await passwordIn(stack, 'presenter', ip)
    const { status, body, set } = await verify(token, { factor: 'app', code: ` ${appCode(secret)} ` })
    expect(status).toBe(200)
    const opened = stack.withToken(body.data.access_token)
    expect(await opened.getUserInfoByToken({})).toMatchObject({ tl_2fa_status: 'on', tl_2fa_primary: 'app' })
    expect(await signedInLines('presenter')).toEqual({ log: 1, audit: 1 })
    expect(set.get('rostrum_access')).toMatchObject({ value: body.data.access_token, httpOnly: true })
    expect(set.get('rostrum_refresh')).toMatchObject({ value: body.data.refresh_token, httpOnly: true })
  })

  it('gives fresh tokens, so that a stolen pending one is worth nothing', async () => {
    const { token } = await passwordIn(stack, 'presenter', ip)
    const { body } = await verify(token, { factor: 'app', code: appCode(secret) })
    expect(body.data.access_token).not.toBe(token)
    await expect(stack.withToken(token).getUserInfoByToken({})).rejects.toMatchObject({ code: 'NotSignedIn' })
  })

  it('keeps no person without a factor waiting, and says that none is set', async () => {
    const { as, refresh } = await passwordIn(stack, 'admin', ip)
    expect(refresh).not.toBe('')
    expect(await as.getUserInfoByToken({})).toMatchObject({ tl_2fa_status: 'off', tl_2fa_primary: '' })
    expect(await signedInLines('admin')).toEqual({ log: 1, audit: 1 })
  })

  it('[CALL-108, ERR-013] is finished by the newest code that was mailed, not by another, and not in another sign-in', async () => {
    const { token, as } = await passwordIn(stack, 'coHost', ip)
    const other = await passwordIn(stack, 'coHost', ip)
    expect(await as.sendTwoFactorCode({ factor: 'email' })).toEqual({
      sent_to: 'co•••@quill.test',
      minutes: 10,
      sends: false,
    })
    const code = await codeSentTo(stack, stack.people.coHost.email)
    const wrong = String((Number(code) + 1) % 100_000_000).padStart(8, '0')
    expect((await verify(token, { factor: 'email', code: wrong })).body.error).toBe('EmailCodeWrong')
    expect((await verify(other.token, { factor: 'email', code })).body.error).toBe('EmailCodeWrong')
    expect((await verify(token, { factor: 'email', code })).status).toBe(200)
  })

  it('is finished by a code of a text message, which the outbox keeps while no provider sends texts', async () => {
    const { token, as } = await passwordIn(stack, 'investor', ip)
    expect((await as.sendTwoFactorCode({ factor: 'sms' })).sent_to).toBe('+12 ••• 43')
    const [sms] = await mailsTo(stack.db, '+12025550143', 'sms')
    expect(sms).toMatchObject({ state: 'kept', subject: expect.not.stringMatching(/\d{8}/) })
    const code = await codeSentTo(stack, '+12025550143')
    expect((await verify(token, { factor: 'sms', code })).status).toBe(200)
  })

  it('sends its codes though a stranger without the password has asked for many mails to the same mailbox', async () => {
    await giveCodes(stack, 'member')
    const { email } = stack.people.member
    for (let asked = 0; asked < 8; asked++)
      await countMailAsked(stack.frame, { ip: freshAddress(), to: email }).catch(() => {})
    const { as } = await passwordIn(stack, 'member', ip)
    await as.sendTwoFactorCode({ factor: 'email' })
    for (let asked = 1; asked < mailsAllowed.toMailbox; asked++)
      await as.sendTwoFactorCode({ factor: 'email' }).catch(() => {})
    await expect(as.sendTwoFactorCode({ factor: 'email' })).rejects.toMatchObject({ code: 'TooManyRequests' })
  })

  it('sends no code for a factor that is not set, and none without a pending sign-in', async () => {
    const { as } = await passwordIn(stack, 'presenter', ip)
    await expect(as.sendTwoFactorCode({ factor: 'email' })).rejects.toMatchObject({ code: 'FactorNotFound' })
    for (const who of ['nobody', 'admin'] as const)
      await expect(stack.as(who).sendTwoFactorCode({ factor: 'email' })).rejects.toMatchObject({
        code: 'NoStepPending',
      })
  })
})

describe('codes', () => {
  it('[RULE-081, RULE-082, ERR-017, ERR-018, ERR-019] are refused when blank, of the wrong length, or wrong', async () => {
    const { token } = await passwordIn(stack, 'presenter', ip)
    const outcome = async (code: string, kind = 'app') => (await verify(token, { factor: kind, code })).body.error
    expect(await outcome('')).toBe('CodeEmpty')
    expect(await outcome('   ')).toBe('CodeEmpty')
    expect(await outcome('12345')).toBe('CodeWrongLength')
    expect(await outcome('1234567')).toBe('CodeWrongLength')
    expect(await outcome('12345a')).toBe('CodeWrongLength')
    expect(await outcome('abcde-fgh', 'recovery')).toBe('CodeWrongLength')
    expect(await outcome(appCode(secret, 50))).toBe('CodeWrong')
  })

  it('of an app are taken once, though their thirty seconds go on, and no earlier one after them', async () => {
    const [first, second] = [await passwordIn(stack, 'presenter', ip), await passwordIn(stack, 'presenter', ip)]
    const code = appCode(secret)
    expect((await verify(first.token, { factor: 'app', code })).status).toBe(200)
    expect((await verify(second.token, { factor: 'app', code })).body.error).toBe('CodeWrong')
    expect((await verify(second.token, { factor: 'app', code: appCode(secret, -1) })).body.error).toBe('CodeWrong')
    expect((await verify(second.token, { factor: 'app', code: appCode(secret, 1) })).status).toBe(200)
  })

  it('of an app open one of two racing sign-ins, and of one sign-in one session', async () => {
    const [one, two] = [await passwordIn(stack, 'presenter', ip), await passwordIn(stack, 'presenter', ip)]
    const code = appCode(secret)
    const answers = await Promise.all([one, two].map(({ token }) => verify(token, { factor: 'app', code })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])

    const { token, as } = await passwordIn(stack, 'coHost', ip)
    await as.sendTwoFactorCode({ factor: 'email' })
    const mailed = await codeSentTo(stack, stack.people.coHost.email)
    const racing = await Promise.all([1, 2, 3].map(() => verify(token, { factor: 'email', code: mailed })))
    expect(racing.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await signedInLines('coHost')).toEqual({ log: 1, audit: 1 })
  })

  it('[ERR-012] can be guessed at ten times an hour, from however many addresses; then the right one is refused too', async () => {
    const { token } = await passwordIn(stack, 'presenter', ip)
    const wrong = appCode(secret, 99)
    const headers = { authorization: `Bearer ${token}` }
    const guess = (code: string) =>
      rawCall(stack.app, 'verifyTwoFactorCode', { factor: 'app', code }, { ip: freshAddress(), headers })
    const answers = await Promise.all(Array.from({ length: GUESSES + 5 }, () => guess(wrong)))
    const errors = answers.map(({ body }) => body.error)
    expect(errors.filter(error => error === 'CodeWrong')).toHaveLength(GUESSES)
    expect(errors.filter(error => error === 'TooManyRequests')).toHaveLength(5)
    expect((await guess(appCode(secret))).body.error).toBe('TooManyRequests')
    const mails = await mailsTo(stack.db, stack.people.presenter.email, 'accountProtection')
    expect(mails.filter(({ text }) => text.includes('several wrong codes'))).toHaveLength(1)
    const anHourAgo = new Date(Date.now() - 3_601_000)
    await stack.db.update(stepGuess).set({ since: anHourAgo })
    expect((await guess(appCode(secret))).status).toBe(200)
  })

  it('come too late after fifteen minutes: the sign-in has to begin anew', async () => {
    const { token } = await passwordIn(stack, 'presenter', ip)
    await stack.db
      .update(session)
      .set({ tokenExpiresAt: new Date(Date.now() - 1) })
      .where(eq(session.tokenHash, hashToken(token)))
    expect((await verify(token, { factor: 'app', code: appCode(secret) })).body.error).toBe('NoStepPending')
  })

  it('cannot be renewed around: a pending session has no refresh token', async () => {
    const { set } = await passwordIn(stack, 'presenter', ip)
    const cookies = { rostrum_refresh: set.get('rostrum_refresh')?.value ?? '' }
    const { body } = await rawCall(stack.app, 'signIn', { grant_type: 'refresh_token' }, { ip, cookies })
    expect(body.error_code).toBe('NotSignedIn')
  })
})

describe('a remembered browser', () => {
  const device = (id: string) => `rostrum_device_${id.slice(0, 8)}`
  const remembered = async () => {
    const { token } = await passwordIn(stack, 'presenter', ip)
    const { set } = await verify(token, { factor: 'app', code: appCode(secret), remember: true })
    await stack.db.update(factor).set({ lastStep: null })
    const name = device(stack.people.presenter.id)
    expect(set.get(name)).toMatchObject({ httpOnly: true, sameSite: 'Lax', maxAge: 30 * 86_400 })
    return { [name]: set.get(name)?.value ?? '' }
  }
  const status = async (cookies: Record<string, string>, name: PersonName = 'presenter') =>
    (await (await passwordIn(stack, name, ip, cookies)).as.getUserInfoByToken({})).tl_2fa_status

  it('skips the second step, writes its lines at once, and is no other person’s', async () => {
    const cookies = await remembered()
    const before = await signedInLines('presenter')
    expect(await status(cookies)).toBe('on')
    expect(await signedInLines('presenter')).toEqual({ log: before.log + 1, audit: before.audit + 1 })
    const stolen = { [device(stack.people.coHost.id)]: Object.values(cookies)[0] ?? '' }
    expect(await status(stolen, 'coHost')).toBe('pending')
    expect(await status({ [Object.keys(cookies)[0] ?? '']: 'x'.repeat(43) })).toBe('pending')
  })

  it('is remembered only when asked for, and ends with a new password', async () => {
    const { token } = await passwordIn(stack, 'presenter', ip)
    const { set } = await verify(token, { factor: 'app', code: appCode(secret) })
    expect(set.has(device(stack.people.presenter.id))).toBe(false)
    await stack.db.update(factor).set({ lastStep: null })
    const cookies = await remembered()
    await givePassword(stack.db, stack.people.presenter.id, goodPassword)
    expect(await status(cookies)).toBe('pending')
  })

  it('is listed, and forgotten when its owner says so', async () => {
    const cookies = await remembered()
    const { as } = await passwordIn(stack, 'presenter', ip, cookies)
    const { devices } = await as.getFactors({})
    expect(devices.length).toBeGreaterThan(0)
    expect((await as.forgetDevice({ device_id: devices[0]?.device_id })).count).toBe(1)
    expect(await status(cookies)).toBe('pending')
  })
})

describe('#checkUserForConsoleLogin', () => {
  const nothing = { next: 'password', factors: [], has_recovery_codes: false, questions: [], ends_at: null }
  it('[CALL-116] says nothing of anybody before the password, whatever is asked along', async () => {
    for (const username of ['presenter', 'nobody-of-that-name', '']) {
      const { body } = await rawCall(stack.app, 'checkUserForConsoleLogin', { username }, { ip })
      expect(body.data).toEqual(nothing)
    }
  })

  it('[CALL-116] tells a pending sign-in by what it can be finished, without whole addresses', async () => {
    const { as } = await passwordIn(stack, 'investor', ip)
    const told = await as.checkUserForConsoleLogin({})
    expect(told).toMatchObject({
      next: 'secondStep',
      factors: [{ factor: 'sms', sent_to: '+12 ••• 43' }],
      questions: [],
    })
    const minutes = (Date.parse(told.ends_at ?? '') - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(14)
    expect(minutes).toBeLessThanOrEqual(15)
    expect((await stack.as('admin').checkUserForConsoleLogin({})).next).toBe('nothing')
  })
})

describe('signing out', () => {
  it('[STATE-111] ends a pending sign-in too: nothing of the second step is left', async () => {
    const { as, token } = await passwordIn(stack, 'presenter', ip)
    await as.writeLogout({})
    expect((await verify(token, { factor: 'app', code: appCode(secret) })).body.error).toBe('NoStepPending')
    expect((await rawCall(stack.app, 'checkUserForConsoleLogin', {}, { ip })).body.data.next).toBe('password')
  })
})
