import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#features/core/account/server/tables.ts'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { mailsAllowed } from '#server/limits.ts'
import { mailsTo } from '#testing/outbox.ts'
import { givePassword, goodPassword } from '#testing/passwords.ts'
import { openTestSession } from '#testing/people.ts'
import { rawCall } from '#testing/rawCall.ts'
import { runJobs } from '#testing/runJobs.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { recoveryJobs } from './feature.ts'
import { accountLink } from './tables.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack.stop())

const pitchCode = '6f0c2f1e-52b1-4f0a-9b43-0e7a4c1d2b3a'
let ip = ''
let addresses = 0
beforeEach(async () => {
  ip = `198.51.104.${++addresses}`
  await givePassword(stack.db, stack.people.presenter.id)
  await givePassword(stack.db, stack.people.investor.id)
})

type Name =
  | 'forgotPassword'
  | 'sendResetPasswordEmail'
  | 'sendUsernameEmail'
  | 'resetPassword'
  | 'checkResetPasswordLink'
const ask = (name: Name, fields: Record<string, unknown>) => rawCall(stack.app, name, fields, { ip })
const mailed = async (name: Name, fields: Record<string, unknown>) => {
  const answer = await ask(name, fields)
  await runJobs(stack, recoveryJobs)
  return answer
}
const newest = async (recipient: string, kind: string) => (await mailsTo(stack.db, recipient, kind))[0]
const codeOf = async (recipient: string) =>
  (await newest(recipient, 'resetPassword'))?.text.match(/\/reset-password\/(\w+)\/([\w-]+)\/([\w-]{43})\s/)?.[3] ?? ''
const signIn = (username: string, password: string) =>
  rawCall(stack.app, 'signIn', { grant_type: 'password', username, password }, { ip: `203.0.113.${++addresses}` })
const stateOf = (id: string, values: Partial<typeof account.$inferInsert>) =>
  stack.db.update(account).set(values).where(eq(account.id, id))

describe('#forgotPassword', () => {
  it('[CALL-195] mails the owner of the address a link that is good once, for an hour', async () => {
    const { email, id } = stack.people.presenter
    expect((await mailed('forgotPassword', { email: ` ${email.toUpperCase()} ` })).body).toMatchObject({
      code: 1,
      data: {},
    })
    const mail = await newest(email, 'resetPassword')
    expect(mail?.text).toContain(`${stack.frame.settings.publicUrl}/reset-password/console/none/`)
    expect(mail?.text).toContain('presenter')
    const [link] = await stack.db.select().from(accountLink).where(eq(accountLink.accountId, id))
    expect(link).toMatchObject({ purpose: 'resetPassword', sentTo: email, usedAt: null })
    const life = (link?.expiresAt.getTime() ?? 0) - (link?.createdAt.getTime() ?? 0)
    expect(life).toBe(3_600_000)
    expect(JSON.stringify(link)).not.toContain(await codeOf(email))
  })

  it('says when the server sends no mails, to everybody alike', async () => {
    expect((await ask('forgotPassword', { email: 'whoever@quill.test' })).body.data).toEqual({ sends: false })
  })

  it('answers the same to an unknown address, and mails nothing', async () => {
    const known = await mailed('forgotPassword', { email: stack.people.investor.email })
    const unknown = await mailed('forgotPassword', { email: 'nobody-at-all@quill.test' })
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    expect(await mailsTo(stack.db, 'nobody-at-all@quill.test')).toEqual([])
  })

  it.each(['invited', 'disabled'] as const)('mails nothing to a person who is %s', async state => {
    const { id, email } = stack.people.member
    await stateOf(id, { state })
    await mailed('forgotPassword', { email })
    expect(await mailsTo(stack.db, email, 'resetPassword')).toEqual([])
    await stateOf(id, { state: 'active' })
  })

  it('mails a person without a password the link to set their first', async () => {
    const { id, email } = stack.people.secondInvestor
    await stateOf(id, { state: 'awaiting', passwordHash: null })
    await mailed('forgotPassword', { email })
    expect((await newest(email, 'setPassword'))?.text).toContain('/setup-account?link_code=')
    await stateOf(id, { state: 'active' })
  })

  it('floods no mailbox', async () => {
    const email = 'flooded@quill.test'
    const answers = []
    for (let n = 0; n <= mailsAllowed.toMailbox; n++) answers.push((await ask('forgotPassword', { email })).body.error)
    expect(answers.at(-1)).toBe('TooManyRequests')
    expect(answers.slice(0, -1).every(error => error === undefined)).toBe(true)
  })
})

describe('#sendUsernameEmail', () => {
  it('[CALL-197] mails the user name, and the way back to the pitch', async () => {
    const { email } = stack.people.presenter
    const { body } = await mailed('sendUsernameEmail', { email, flag: 'pitch', pitchCode })
    expect(body).toMatchObject({ code: 1, data: {} })
    const mail = await newest(email, 'username')
    expect(mail?.text).toContain('presenter')
    expect(mail?.text).toContain(`/login?redirect=${encodeURIComponent(`/live/${pitchCode}`)}`)
    const unknown = await mailed('sendUsernameEmail', { email: 'nobody-2@quill.test', flag: 'pitch', pitchCode })
    expect(unknown.body).toEqual(body)
    expect(await mailsTo(stack.db, 'nobody-2@quill.test')).toEqual([])
  })
})

describe('#sendResetPasswordEmail', () => {
  it('[CALL-196] keeps where the person came from, in the link and for the page that it opens', async () => {
    const { email } = stack.people.investor
    await mailed('sendResetPasswordEmail', { email, flag: 'pitch', pitchCode })
    expect((await newest(email, 'resetPassword'))?.text).toContain(`/reset-password/pitch/${pitchCode}/`)
    const opened = await ask('checkResetPasswordLink', { link_code: await codeOf(email) })
    expect(opened.body.data).toMatchObject({ email, flag: 'pitch', pitchCode, firstname: 'Ivy' })
  })

  it.each([
    [{ flag: '//evil.example' }, { flag: 'invalid_value' }],
    [{ pitchCode: '../../evil' }, { pitchCode: expect.any(String) }],
    [{ pitchCode: 'https://evil.example' }, { pitchCode: expect.any(String) }],
    [{ email: 'ivy@quill.test\r\nBcc: all@quill.test' }, { email: expect.any(String) }],
    [{ email: 'ivy@quill.test, eve@evil.example' }, { email: expect.any(String) }],
    [{ email: '' }, { email: expect.any(String) }],
  ])('takes nothing but an address, a flag and a uuid: %j', async (wrong, fields) => {
    const { body } = await ask('sendResetPasswordEmail', { email: 'ivy@quill.test', ...wrong })
    expect(body).toMatchObject({ error: 'InputInvalid', fields })
  })

  it('sends a fresh link for an expired one, to the address that the first went to', async () => {
    const { email, id } = stack.people.investor
    await mailed('sendResetPasswordEmail', { email, flag: 'pitch', pitchCode })
    const old = await codeOf(email)
    await stack.db
      .update(accountLink)
      .set({ expiresAt: new Date(0) })
      .where(eq(accountLink.accountId, id))
    expect((await ask('checkResetPasswordLink', { link_code: old })).body.error).toBe('LinkExpired')
    await mailed('sendResetPasswordEmail', { link_code: old })
    const fresh = await codeOf(email)
    expect(fresh).not.toBe(old)
    const opened = await ask('checkResetPasswordLink', { link_code: fresh })
    expect(opened.body.data).toMatchObject({ flag: 'pitch', pitchCode })
  })

  it('[ERR-033] refuses an address that the link was not mailed to', async () => {
    const { email } = stack.people.investor
    await mailed('forgotPassword', { email })
    const link_code = await codeOf(email)
    const other = { link_code, email: stack.people.presenter.email }
    expect((await ask('sendResetPasswordEmail', other)).body.error).toBe('EmailNotOfLink')
    expect((await ask('resetPassword', { ...other, new_pass: goodPassword })).body.error).toBe('EmailNotOfLink')
    expect((await ask('checkResetPasswordLink', { link_code })).status).toBe(200)
  })

  it('[ERR-033] refuses the link once its owner has another address', async () => {
    const { email, id } = stack.people.investor
    await mailed('forgotPassword', { email })
    const link_code = await codeOf(email)
    await stateOf(id, { email: 'ivy-elsewhere@quill.test' })
    for (const name of ['checkResetPasswordLink', 'resetPassword', 'sendResetPasswordEmail'] as const)
      expect((await ask(name, { link_code, new_pass: goodPassword })).body.error).toBe('EmailNotOfLink')
    await stateOf(id, { email })
  })
})

describe('#resetPassword by a mailed link', () => {
  const linkFor = async (email: string) => {
    await mailed('forgotPassword', { email })
    return codeOf(email)
  }

  it('[CALL-199] sets the password, ends every session, join links included, and tells the owner by mail', async () => {
    const { email, id, organisationId } = stack.people.investor
    const elsewhere = await openTestSession(stack.db, id, organisationId)
    const link_code = await linkFor(email)
    const before = (await mailsTo(stack.db, email, 'passwordChanged')).length
    const { body } = await ask('resetPassword', { link_code, email, new_pass: 'quiet Lantern 58' })
    expect(body.data).toEqual({ username: 'investor' })
    await expect(stack.withToken(elsewhere).getPersonalInfo({})).rejects.toMatchObject({ code: 'NotSignedIn' })
    expect((await signIn('investor', goodPassword)).status).toBe(401)
    expect((await signIn('investor', 'quiet Lantern 58')).status).toBe(200)
    const notices = await mailsTo(stack.db, email, 'passwordChanged')
    expect(notices).toHaveLength(before + 1)
    expect(notices[0]?.text).toContain(ip)
    const deeds = await stack.db.select().from(auditEntry).where(eq(auditEntry.action, 'account.resetPassword'))
    expect(deeds.at(-1)).toMatchObject({ actorId: id, subject: id, ip })
  })

  it('works once: of two at the same time one is told that the link has expired', async () => {
    const link_code = await linkFor(stack.people.presenter.email)
    const both = await Promise.all(
      ['quiet Lantern 58', 'other Lantern 59'].map(new_pass => ask('resetPassword', { link_code, new_pass })),
    )
    expect(both.map(({ body }) => body.error ?? 'done').sort()).toEqual(['LinkExpired', 'done'])
    expect((await ask('resetPassword', { link_code, new_pass: goodPassword })).body.error).toBe('LinkExpired')
  })

  it('makes the links before it worthless', async () => {
    const first = await linkFor(stack.people.presenter.email)
    await linkFor(stack.people.presenter.email)
    expect((await ask('resetPassword', { link_code: first, new_pass: goodPassword })).body.error).toBe('LinkExpired')
  })

  it('opens no account that waits for its activation', async () => {
    const { email, id } = stack.people.presenter
    await stateOf(id, { state: 'awaiting' })
    const link_code = await linkFor(email)
    await ask('resetPassword', { link_code, new_pass: 'quiet Lantern 58' })
    expect((await signIn('presenter', 'quiet Lantern 58')).body.error_code).toBe('AccountNotActivated')
    await stateOf(id, { state: 'active' })
  })

  it('refuses a leaked or personal password beside its field, and leaves the link as it was', async () => {
    await givePassword(stack.db, stack.people.coHost.id)
    const link_code = await linkFor(stack.people.coHost.email)
    for (const [new_pass, rule] of [
      ['trustno1', 'tooCommon'],
      ['Cohost77!', 'personal'],
    ])
      expect((await ask('resetPassword', { link_code, new_pass })).body).toMatchObject({
        error: 'PasswordNotAllowed',
        fields: { new_pass: rule },
      })
    expect((await ask('resetPassword', { link_code, new_pass: goodPassword })).status).toBe(200)
  })
})

describe('#updateLastLogin', () => {
  const lastLogin = async (id: string) =>
    (await stack.db.select().from(account).where(eq(account.id, id)))[0]?.lastLoginAt ?? null

  it('[CALL-202] records the caller’s own sign-in only', async () => {
    const { id } = stack.people.admin
    const other = stack.people.member
    expect(await stack.as('nobody').updateLastLogin({ username: 'admin' })).toEqual({})
    expect(await stack.as('member').updateLastLogin({ username: 'admin' })).toEqual({})
    expect([await lastLogin(id), await lastLogin(other.id)]).toEqual([null, null])
    expect(await stack.as('admin').updateLastLogin({ username: 'ADMIN' })).toEqual({})
    expect((await lastLogin(id))?.getTime()).toBeGreaterThan(Date.now() - 10_000)
  })
})
