import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { session } from '#features/access/session/server/tables.ts'
import { account } from '#features/core/account/server/tables.ts'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { organisation } from '#features/core/organisation/server/tables.ts'
import { answeredCall } from '#server/http/tables.ts'
import { hashToken } from '#server/tokens.ts'
import { appCode, codeSentTo, freshAddress, passwordIn } from '#testing/factors.ts'
import { mailsTo } from '#testing/outbox.ts'
import { outcomesOf } from '#testing/outcomes.ts'
import { givePassword, goodPassword } from '#testing/passwords.ts'
import { openTestSession } from '#testing/people.ts'
import { rawCall } from '#testing/rawCall.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { factor, oneTimeCode, recoveryCode, rememberedDevice } from './tables.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
  for (const name of ['presenter', 'lumenAdmin', 'coHost'] as const) await givePassword(stack.db, stack.people[name].id)
})
afterAll(() => stack.stop())

const proof = { current_pass: goodPassword }
const me = () => stack.as('presenter')
const id = () => stack.people.presenter.id
beforeEach(async () => {
  await stack.db.delete(factor)
  await stack.db.delete(recoveryCode)
  await stack.db.update(session).set({ secondStepAt: null })
})

/** Sets an app for the presenter, and answers what came of it. */
async function setApp(as = me(), more: { current_pass?: string } = proof) {
  const begun = await as.startFactor({ factor: 'app', ...more })
  const { recovery_codes } = await as.confirmFactor({ factor_id: begun.factor_id, code: appCode(begun.secret ?? '') })
  return { ...begun, recovery_codes }
}
async function setEmail(as = me()) {
  const begun = await as.startFactor({ factor: 'email', ...proof })
  const code = await codeSentTo(stack, stack.people.presenter.email)
  return { ...begun, ...(await as.confirmFactor({ factor_id: begun.factor_id, code })) }
}

describe('setting a factor', () => {
  it('[PROD-049] takes an app whose code is right, tells the person by mail and the audit log, and gives ten recovery codes', async () => {
    const { secret, qr, recovery_codes } = await setApp()
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(qr).toMatch(/^data:image\/svg\+xml;base64,/)
    expect(new Set(recovery_codes).size).toBe(10)
    expect(await me().getFactors({})).toMatchObject({
      factors: [{ factor: 'app', is_primary: true, sent_to: '' }],
      recovery_codes_left: 10,
    })
    const [mail] = await mailsTo(stack.db, stack.people.presenter.email, 'accountProtection')
    expect(mail?.text).toContain('An authenticator app was added as a verification method.')
    const deeds = await stack.db.select().from(auditEntry).where(eq(auditEntry.action, 'factor.set'))
    expect(deeds.at(-1)).toMatchObject({ actorId: id(), subject: id(), detail: { factor: 'app' } })
  })

  it('keeps the secret sealed, with a key in the data folder that only the server may read', async () => {
    const { secret } = await setApp()
    const [row] = await stack.db.select().from(factor).where(eq(factor.accountId, id()))
    expect(row?.secret).toMatch(/^v1\./)
    expect(JSON.stringify(row)).not.toContain(secret)
    const key = join(stack.frame.settings.dataDir, 'keys', 'secrets.key')
    expect(existsSync(key)).toBe(true)
    expect(statSync(key).mode & 0o77).toBe(0)
  })

  it('keeps no code, no answer of a call that has one, and no recovery code in clear', async () => {
    const headers = { authorization: `Bearer ${stack.people.presenter.token}`, 'idempotency-key': 'a'.repeat(32) }
    const { body } = await rawCall(stack.app, 'startFactor', { factor: 'app', ...proof }, { headers })
    const input = { factor_id: body.data.factor_id, code: appCode(body.data.secret) }
    const confirmed = await rawCall(stack.app, 'confirmFactor', input, {
      headers: { ...headers, 'idempotency-key': 'b'.repeat(32) },
    })
    const kept = JSON.stringify([
      await stack.db.select().from(answeredCall),
      await stack.db.select().from(recoveryCode),
      await stack.db.select().from(factor),
    ])
    expect(kept).not.toContain(body.data.secret)
    for (const code of confirmed.body.data.recovery_codes) expect(kept).not.toContain(code)
    expect(kept).toContain('$argon2id$')
  })

  it('takes codes by e-mail and by text once the code that was sent there is shown', async () => {
    await setEmail()
    const begun = await me().startFactor({ factor: 'sms', mobile: ' +1 (202) 555-0177 ' })
    expect(begun.sent_to).toBe('+12 ••• 77')
    const code = await codeSentTo(stack, '+12025550177')
    await me().confirmFactor({ factor_id: begun.factor_id, code })
    const { factors } = await me().getFactors({})
    expect(factors.map(one => [one.factor, one.is_primary, one.sent_to])).toEqual([
      ['email', true, 'pr•••@quill.test'],
      ['sms', false, '+12 ••• 77'],
    ])
    for (const mobile of ['', '12345', 'not a number', '+1 999'])
      await expect(me().startFactor({ factor: 'sms', mobile })).rejects.toMatchObject({ code: 'MobileNotAllowed' })
  })

  it('takes no codes by e-mail to an address that gets none, which would shut its owner out', async () => {
    const { email } = stack.people.presenter
    const { id: entry } = await stack.as('admin').addSuppression({ kind: 'bounces', address: email })
    await expect(me().startFactor({ factor: 'email', ...proof })).rejects.toThrow('AddressSuppressed')
    expect((await me().getFactors({})).factors).toEqual([])
    await stack.as('admin').deleteSuppression({ id: entry })
    await setEmail()
  })

  it('protects nothing before it is confirmed, and not after a quarter of an hour', async () => {
    const begun = await me().startFactor({ factor: 'app', ...proof })
    expect((await me().getFactors({})).factors).toEqual([])
    expect((await me().getUserInfoByToken({})).tl_2fa_status).toBe('off')
    const confirm = (code: string) => me().confirmFactor({ factor_id: begun.factor_id, code })
    await expect(confirm('')).rejects.toMatchObject({ code: 'CodeEmpty' })
    await expect(confirm('123')).rejects.toMatchObject({ code: 'CodeWrongLength' })
    await expect(confirm(appCode(begun.secret ?? '', 60))).rejects.toMatchObject({ code: 'CodeWrong' })
    await stack.db.update(factor).set({ createdAt: new Date(Date.now() - 16 * 60_000) })
    await expect(confirm(appCode(begun.secret ?? ''))).rejects.toMatchObject({ code: 'FactorNotFound' })
  })

  it('confirms one of two racing requests, and no other account’s factor', async () => {
    const begun = await me().startFactor({ factor: 'app', ...proof })
    const input = { factor_id: begun.factor_id, code: appCode(begun.secret ?? '') }
    await expect(stack.as('coHost').confirmFactor(input)).rejects.toMatchObject({ code: 'FactorNotFound' })
    const racing = await Promise.allSettled([1, 2, 3].map(() => me().confirmFactor(input)))
    expect(racing.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await me().getFactors({})).recovery_codes_left).toBe(10)
  })

  it('replaces another of its kind, keeps the recovery codes, and the code that set it opens nothing', async () => {
    const first = await setApp()
    const second = await setApp(me(), {})
    expect(second.recovery_codes).toEqual([])
    const { factors } = await me().getFactors({})
    expect(factors).toHaveLength(1)
    const ip = freshAddress()
    const { token } = await passwordIn(stack, 'presenter', ip)
    const headers = { authorization: `Bearer ${token}` }
    for (const secret of [first.secret, second.secret]) {
      const input = { factor: 'app', code: appCode(secret ?? '') }
      expect((await rawCall(stack.app, 'verifyTwoFactorCode', input, { headers, ip })).body.error).toBe('CodeWrong')
    }
  })
})

describe('the proof that a change asks for', () => {
  const changes = ['startFactor', 'setPrimaryFactor', 'removeFactor', 'makeRecoveryCodes'] as const
  it.each(changes)('is asked for by %s: the current password, guesses at which are limited', async name => {
    await setApp()
    await stack.db.update(session).set({ secondStepAt: null })
    const { factor_id = '' } = (await me().getFactors({})).factors[0] ?? {}
    const input = { factor_id, factor: 'email' as const }
    const make = me()[name] as (given: typeof input & { current_pass?: string }) => Promise<unknown>
    await expect(make(input)).rejects.toMatchObject({ code: 'ProofNeeded' })
    await expect(make({ ...input, current_pass: 'wrong Harbour 27' })).rejects.toMatchObject({
      code: 'OldPasswordWrong',
    })
    await make({ ...input, ...proof })
  })

  it('is there for ten minutes after a second step, and for who has no password after the sign-in', async () => {
    await setApp()
    expect((await me().getFactors({})).proof).toBe('none')
    await stack.db.update(session).set({ secondStepAt: new Date(Date.now() - 11 * 60_000) })
    expect((await me().getFactors({})).proof).toBe('password')
    await expect(me().makeRecoveryCodes({})).rejects.toMatchObject({ code: 'ProofNeeded' })

    const { id: member, organisationId } = stack.people.member
    const token = await openTestSession(stack.db, member, organisationId)
    const as = stack.withToken(token)
    expect((await as.getFactors({})).proof).toBe('none')
    await stack.db
      .update(session)
      .set({ createdAt: new Date(Date.now() - 11 * 60_000) })
      .where(eq(session.tokenHash, hashToken(token)))
    expect((await as.getFactors({})).proof).toBe('signIn')
    await expect(as.startFactor({ factor: 'app' })).rejects.toMatchObject({ code: 'ProofNeeded' })
  })
})

describe('what is set', () => {
  it('has one primary factor, which another may become; the next one does when it is removed', async () => {
    await setApp()
    await setEmail()
    const [app, mail] = (await me().getFactors({})).factors
    expect([app?.factor, mail?.factor]).toEqual(['app', 'email'])
    await me().setPrimaryFactor({ factor_id: mail?.factor_id ?? '', ...proof })
    expect((await me().getUserInfoByToken({})).tl_2fa_primary).toBe('email')
    await me().removeFactor({ factor_id: mail?.factor_id ?? '', ...proof })
    expect((await me().getUserInfoByToken({})).tl_2fa_primary).toBe('app')
    await me().removeFactor({ factor_id: app?.factor_id ?? '', ...proof })
    expect(await me().getFactors({})).toMatchObject({ factors: [], recovery_codes_left: 0 })
    expect(await stack.actionsOn(id())).toEqual(expect.arrayContaining(['factor.makePrimary', 'factor.remove']))
  })

  it('is its owner’s alone to change', async () => {
    await setApp()
    const [app] = (await me().getFactors({})).factors
    const input = { factor_id: app?.factor_id ?? '', ...proof }
    await expect(stack.as('coHost').removeFactor(input)).rejects.toMatchObject({ code: 'FactorNotFound' })
    await expect(stack.as('coHost').setPrimaryFactor(input)).rejects.toMatchObject({ code: 'FactorNotFound' })
  })

  it('forgets every remembered browser with a change', async () => {
    const row = { accountId: id(), ip: '127.0.0.1', createdAt: new Date(), expiresAt: new Date(Date.now() + 1e9) }
    for (const change of [setApp, setEmail]) {
      await stack.db.insert(rememberedDevice).values({ ...row, tokenHash: crypto.randomUUID() })
      await change()
      expect((await me().getFactors({})).devices).toEqual([])
    }
  })

  it('keeps the last factor while the organisation asks for one', async () => {
    const { organisationId } = stack.people.lumenAdmin
    const enforce = (enforceSecondFactor: boolean) =>
      stack.db.update(organisation).set({ enforceSecondFactor }).where(eq(organisation.id, organisationId))
    await enforce(true)
    const as = stack.as('lumenAdmin')
    expect((await as.getFactors({})).is_enforced).toBe(true)
    await setApp(as)
    const [app] = (await as.getFactors({})).factors
    const remove = () => as.removeFactor({ factor_id: app?.factor_id ?? '', ...proof })
    await expect(remove()).rejects.toMatchObject({ code: 'LastFactor' })
    await enforce(false)
    await remove()
  })
})

describe('recovery codes', () => {
  const enter = async (code: string) => {
    const ip = freshAddress()
    const { token } = await passwordIn(stack, 'presenter', ip)
    const headers = { authorization: `Bearer ${token}` }
    return rawCall(stack.app, 'verifyTwoFactorCode', { factor: 'recovery', code }, { headers, ip })
  }

  it('finish a sign-in once each, however they are typed, and the person hears of it', async () => {
    const { recovery_codes } = await setApp()
    const [first = '', second = ''] = recovery_codes
    expect((await enter(first)).status).toBe(200)
    expect((await enter(first)).body.error).toBe('CodeWrong')
    expect((await enter(` ${second.replace('-', '').toUpperCase()} `)).status).toBe(200)
    expect((await me().getFactors({})).recovery_codes_left).toBe(8)
    const mails = await mailsTo(stack.db, stack.people.presenter.email, 'accountProtection')
    expect(mails[0]?.text).toContain('Someone signed in to your account with a recovery code.')
  })

  it('open one of two racing sign-ins', async () => {
    const { recovery_codes } = await setApp()
    const answers = await Promise.all([1, 2].map(() => enter(recovery_codes[0] ?? '')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
  })

  it('are worth nothing once new ones were made, and an account without a factor gets none', async () => {
    await expect(me().makeRecoveryCodes({ ...proof })).rejects.toMatchObject({ code: 'FactorNotFound' })
    const { recovery_codes } = await setApp()
    const made = await me().makeRecoveryCodes({})
    expect((await enter(recovery_codes[0] ?? '')).body.error).toBe('CodeWrong')
    expect((await enter(made.recovery_codes[0] ?? '')).status).toBe(200)
  })
})

describe('an administrator’s help', () => {
  const admin = () => stack.as('admin')
  it('[CALL-110, CALL-111] sends a code and takes it once, from who asked for it, so that they know with whom they speak', async () => {
    const user_id = id()
    expect(await admin().sendCodeByAdmin({ user_id })).toEqual({ sent_to: 'pr•••@quill.test', minutes: 10 })
    const [mail] = await mailsTo(stack.db, stack.people.presenter.email, 'verificationCode')
    expect(mail?.text).toContain('Ada Admin needs to verify your identity')
    const code = await codeSentTo(stack, stack.people.presenter.email)
    const other = stack.as('superadmin').validateCodeByAdmin({ user_id, code })
    await expect(other).rejects.toMatchObject({ code: 'CodeWrong' })
    await expect(admin().validateCodeByAdmin({ user_id, code: '' })).rejects.toMatchObject({ code: 'CodeEmpty' })
    await admin().validateCodeByAdmin({ user_id, code })
    await expect(admin().validateCodeByAdmin({ user_id, code })).rejects.toMatchObject({ code: 'CodeWrong' })
    const deeds = await stack.db
      .select()
      .from(auditEntry)
      .where(and(eq(auditEntry.subject, user_id), eq(auditEntry.actorId, stack.people.admin.id)))
    expect(deeds.map(({ action }) => action)).toEqual(['factor.sendCheck', 'factor.checkPerson'])
  })

  it('sends a text where there is a number, and says so where there is none', async () => {
    const user_id = stack.people.coHost.id
    const send = () => admin().sendCodeByAdmin({ user_id, factor: 'sms' })
    await expect(send()).rejects.toMatchObject({ code: 'FactorNotFound' })
    await stack.db.update(account).set({ mobile: '+12025550188' }).where(eq(account.id, user_id))
    expect((await send()).sent_to).toBe('+12 ••• 88')
    expect((await admin().getFactorsByAdmin({ user_id })).mobile).toBe('+12 ••• 88')
  })

  it('removes the factors of who has lost them, and ends their sessions', async () => {
    await setApp()
    const user_id = id()
    const { as } = await passwordIn(stack, 'presenter', freshAddress())
    expect((await admin().getFactorsByAdmin({ user_id })).factors).toBe(1)
    await stack.db.delete(oneTimeCode)
    // who asks has to be known: by a code that they read out, or by what the admin says of it
    await expect(admin().clearFactorsByAdmin({ user_id })).rejects.toMatchObject({ code: 'PersonNotChecked' })
    await expect(admin().clearFactorsByAdmin({ user_id, reason: ' it is    ' })).rejects.toMatchObject({
      code: 'PersonNotChecked',
    })
    await admin().sendCodeByAdmin({ user_id })
    await admin().validateCodeByAdmin({ user_id, code: await codeSentTo(stack, stack.people.presenter.email) })
    await expect(stack.as('useradmin').clearFactorsByAdmin({ user_id })).rejects.toMatchObject({
      code: 'PersonNotChecked',
    })
    const racing = [1, 2].map(() => admin().clearFactorsByAdmin({ user_id }))
    expect(await outcomesOf(racing)).toEqual(['PersonNotChecked', 'done'])
    await expect(as.getUserInfoByToken({})).rejects.toMatchObject({ code: 'NotSignedIn' })
    const again = await passwordIn(stack, 'presenter', freshAddress())
    expect((await again.as.getUserInfoByToken({})).tl_2fa_status).toBe('off')
    const [mail] = await mailsTo(stack.db, stack.people.presenter.email, 'accountProtection')
    expect(mail?.text).toContain(
      'An admin removed all verification methods from your account and signed you out everywhere.',
    )
  })

  it('records how an administrator identified a person whom no code reaches', async () => {
    const user_id = id()
    const reason = 'Called back on the number of the contract'
    await admin().clearFactorsByAdmin({ user_id, reason })
    const deeds = await stack.db.select().from(auditEntry).where(eq(auditEntry.action, 'factor.clear'))
    expect(deeds.map(({ detail }) => detail)).toMatchObject([{ by: 'code' }, { by: 'reason', reason }])
  })

  it('stays within the organisation and below the own rank', async () => {
    const errorsOf = async (who: 'admin' | 'useradmin' | 'lumenAdmin', user_id: string) => {
      const as = stack.as(who)
      const made = await Promise.allSettled([
        as.sendCodeByAdmin({ user_id }),
        as.validateCodeByAdmin({ user_id, code: '12345678' }),
        as.getFactorsByAdmin({ user_id }),
        as.clearFactorsByAdmin({ user_id }),
        as.clearSecurityQuestions({ user_id }),
      ])
      return [...new Set(made.map(one => (one.status === 'rejected' ? one.reason.code : 'done')))]
    }
    await stack.db.update(organisation).set({ enforceSecondFactor: false })
    expect(await errorsOf('lumenAdmin', stack.people.coHost.id)).toEqual(['UserNotFound'])
    expect(await errorsOf('useradmin', stack.people.admin.id)).toEqual(['NoPermission'])
    expect(await errorsOf('admin', stack.people.superadmin.id)).toEqual(['NoPermission'])
    await expect(admin().clearFactorsByAdmin({ user_id: stack.people.admin.id })).rejects.toMatchObject({
      code: 'NoPermission',
    })
  })
})
