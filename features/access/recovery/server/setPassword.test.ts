import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account } from '#features/core/account/server/tables.ts'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { linkCodeOf, mailsTo } from '#testing/outbox.ts'
import { givePassword, goodPassword } from '#testing/passwords.ts'
import { rawCall } from '#testing/rawCall.ts'
import { type Stack, startStack } from '#testing/startStack.ts'
import { accountLink } from './tables.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack.stop())

let people = 0
/** A person who was just created, and the code of their link. */
async function newcomer() {
  people++
  const email = `newcomer${people}@quill.test`
  const { user_id } = await stack
    .as('admin')
    .createUser({ email, firstname: 'Nora', lastname: 'New', role_type_live: 'vc', company_name: 'Quill' })
  return { id: user_id, email, code: await linkCodeOf(stack.db, email) }
}
const nobody = () => stack.as('nobody')
const signIn = (username: string, password: string, ip = '198.51.100.7') =>
  rawCall(stack.app, 'signIn', { grant_type: 'password', username, password }, { ip })
const stateOf = async (id: string) => (await stack.db.select().from(account).where(eq(account.id, id)))[0]

describe('#resetPassword', () => {
  it('[CALL-198, CALL-199, STATE-073] opens the account: the link says whose it is, sets the password, and they sign in', async () => {
    const { id, email, code } = await newcomer()
    expect(await nobody().checkResetPasswordLink({ link_code: code })).toEqual({
      email,
      firstname: 'Nora',
      lastname: 'New',
      username: email.split('@')[0],
      company_name: 'Quill',
      flag: 'console',
      pitchCode: '',
    })
    expect((await signIn(email, goodPassword)).body.error_code).toBe('WrongNameOrPassword')
    const { username } = await nobody().resetPassword({ link_code: code, new_pass: `  ${goodPassword} ` })
    expect(await stateOf(id)).toMatchObject({ state: 'active', passwordChangedAt: expect.any(Date) })
    expect((await signIn(username, goodPassword)).status).toBe(200)
    const deeds = await stack.db
      .select()
      .from(auditEntry)
      .where(and(eq(auditEntry.subject, id), eq(auditEntry.action, 'account.setPassword')))
    expect(deeds).toMatchObject([{ actorId: id, ip: '127.0.0.1' }])
  })

  it('[ERR-032] works once', async () => {
    const { code, email } = await newcomer()
    await nobody().resetPassword({ link_code: code, new_pass: goodPassword })
    await expect(nobody().resetPassword({ link_code: code, new_pass: 'another Harbour 29' })).rejects.toMatchObject({
      code: 'LinkExpired',
    })
    await expect(nobody().checkResetPasswordLink({ link_code: code })).rejects.toMatchObject({ code: 'LinkExpired' })
    expect((await signIn(email, goodPassword)).status).toBe(200)
  })

  it('[ERR-032] works for one of two that race, and the password is that one’s', async () => {
    for (let round = 0; round < 5; round++) {
      const { code, email } = await newcomer()
      const passwords = ['first Harbour 27', 'second Harbour 29']
      const answers = await Promise.allSettled(
        passwords.map(new_pass => nobody().resetPassword({ link_code: code, new_pass })),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'LinkExpired' } })
      for (const [at, password] of passwords.entries())
        expect((await signIn(email, password, `198.51.101.${round}`)).status).toBe(
          answers[at]?.status === 'fulfilled' ? 200 : 401,
        )
    }
  })

  it('[RULE-004, RULE-005, RULE-006, RULE-007, RULE-008, RULE-009, RULE-010, RULE-011] names the broken rule and leaves the link as it was', async () => {
    const { id, code } = await newcomer()
    for (const [new_pass, rule] of [
      ['short 7', 'tooShort'],
      ['k7'.repeat(33), 'tooLong'],
      ['harbourlight', 'noDigit'],
      ['HARBOURLIGHT7', 'noLowercase'],
      ['harbour\u0000light7', 'illegalCharacter'],
      ['harbour1111', 'fourRepeating'],
      ['harbour1234', 'fourSequential'],
      ['Password2026', 'tooCommon'],
    ] as const)
      await expect(nobody().resetPassword({ link_code: code, new_pass })).rejects.toMatchObject({
        code: 'PasswordNotAllowed',
        fields: { new_pass: rule },
      })
    expect(await stateOf(id)).toMatchObject({ state: 'awaiting', passwordHash: null })
    await nobody().resetPassword({ link_code: code, new_pass: goodPassword })
  })

  it('[RULE-038] wants a password', async () => {
    const { code } = await newcomer()
    await expect(nobody().resetPassword({ link_code: code, new_pass: '   ' })).rejects.toMatchObject({
      code: 'InputInvalid',
      fields: { new_pass: 'required' },
    })
  })

  it('[ERR-032] is over after seven days', async () => {
    const { id, code } = await newcomer()
    const [link] = await stack.db.select().from(accountLink).where(eq(accountLink.accountId, id))
    const days = ((link?.expiresAt.getTime() ?? 0) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(6.99)
    expect(days).toBeLessThanOrEqual(7)
    await stack.db.update(accountLink).set({ expiresAt: new Date() }).where(eq(accountLink.accountId, id))
    await expect(nobody().checkResetPasswordLink({ link_code: code })).rejects.toMatchObject({ code: 'LinkExpired' })
    await expect(nobody().resetPassword({ link_code: code, new_pass: goodPassword })).rejects.toMatchObject({
      code: 'LinkExpired',
    })
  })

  it('[ERR-031] says when its user is gone, and opens nothing for a disabled one', async () => {
    const gone = await newcomer()
    await stack.db.update(account).set({ deletedAt: new Date() }).where(eq(account.id, gone.id))
    await expect(nobody().checkResetPasswordLink({ link_code: gone.code })).rejects.toMatchObject({
      code: 'UserNotFound',
    })
    const disabled = await newcomer()
    await stack.as('admin').setUserDisabled({ user_id: disabled.id, disabled: true })
    await expect(nobody().resetPassword({ link_code: disabled.code, new_pass: goodPassword })).rejects.toMatchObject({
      code: 'AccountNotEnabled',
    })
    expect(await stateOf(disabled.id)).toMatchObject({ state: 'disabled', passwordHash: null })
  })

  it('leads nowhere with a code that was cut off, turned around, made up, a list or nothing', async () => {
    const { code } = await newcomer()
    const wrong = [
      code.slice(0, -1),
      `${code}x`,
      code.toUpperCase(),
      [...code].reverse().join(''),
      'x',
      '',
      '%',
      "' or 1=1 --",
      '\u0000',
    ]
    for (const link_code of wrong)
      for (const call of ['checkResetPasswordLink', 'resetPassword'] as const) {
        const { body } = await rawCall(stack.app, call, { link_code, new_pass: goodPassword })
        expect(body.error, JSON.stringify(link_code)).toBe('LinkNotFound')
      }
    for (const link_code of [null, [code], { code }, 7, true, 'x'.repeat(500)])
      for (const call of ['checkResetPasswordLink', 'resetPassword'] as const) {
        const { status, body } = await rawCall(stack.app, call, { link_code, new_pass: goodPassword }, { json: true })
        expect([status, body.error], JSON.stringify(link_code)).toEqual([400, 'InputInvalid'])
      }
    expect(await nobody().checkResetPasswordLink({ link_code: code })).toHaveProperty('email')
  })

  it('keeps only the hash of a link', async () => {
    const { id, code } = await newcomer()
    const [link] = await stack.db.select().from(accountLink).where(eq(accountLink.accountId, id))
    expect(JSON.stringify(link)).not.toContain(code)
  })
})

describe('#resendActivation', () => {
  it('mails a new link, and the one before leads nowhere', async () => {
    const { id, email, code } = await newcomer()
    await stack.as('useradmin').resendActivation({ user_id: id })
    expect(await mailsTo(stack.db, email)).toHaveLength(2)
    const second = await linkCodeOf(stack.db, email)
    expect(second).not.toBe(code)
    await expect(nobody().checkResetPasswordLink({ link_code: code })).rejects.toMatchObject({ code: 'LinkExpired' })
    await nobody().resetPassword({ link_code: second, new_pass: goodPassword })
  })

  it('is refused for a person with a password, a disabled one, one of another organisation and an unknown one', async () => {
    const { id, email } = await newcomer()
    const resend = (user_id: string, by: 'admin' | 'lumenAdmin' | 'presenter' = 'admin') =>
      stack.as(by).resendActivation({ user_id })
    await expect(resend(stack.people.investor.id)).rejects.toMatchObject({ code: 'AlreadyActivated' })
    await expect(resend(id, 'lumenAdmin')).rejects.toMatchObject({ code: 'UserNotFound' })
    await expect(resend('00000000-0000-4000-8000-000000000000')).rejects.toMatchObject({ code: 'UserNotFound' })
    await expect(resend(id, 'presenter')).rejects.toMatchObject({ code: 'NotAllowed' })
    await stack.as('admin').setUserDisabled({ user_id: id, disabled: true })
    await expect(resend(id)).rejects.toMatchObject({ code: 'AccountNotEnabled' })
    expect(await mailsTo(stack.db, email)).toHaveLength(1)
  })
})

describe('#updatePassword', () => {
  const change = (token: string, old_pass: string, new_pass: string, ip = '198.51.102.1') =>
    rawCall(stack.app, 'updatePassword', { old_pass, new_pass }, { headers: { authorization: `Bearer ${token}` }, ip })
  const fresh = async (name: 'presenter' | 'investor' | 'member') => {
    await givePassword(stack.db, stack.people[name].id)
    return (await signIn(name, goodPassword)).body.access_token as string
  }

  it('[CALL-081, RULE-003, RULE-004] changes the password and ends every other session, but not this one', async () => {
    const here = await fresh('presenter')
    const elsewhere = await fresh('presenter')
    const { status } = await change(here, ` ${goodPassword}  `, '  quiet Lantern 58 ')
    expect(status).toBe(200)
    expect(await stack.withToken(here).getPersonalInfo({})).toMatchObject({ username: 'presenter' })
    for (const token of [elsewhere, stack.people.presenter.token])
      await expect(stack.withToken(token).getPersonalInfo({})).rejects.toMatchObject({ code: 'NotSignedIn' })
    expect(stack.rooms.recorded.filter(({ act }) => act === 'disconnect').length).toBeGreaterThanOrEqual(2)
    expect((await signIn('presenter', goodPassword)).status).toBe(401)
    expect((await signIn('presenter', 'quiet Lantern 58')).status).toBe(200)
  })

  it('[RULE-016] wants the right old password, and stops guesses at it', async () => {
    const token = await fresh('investor')
    const wrong = await change(token, 'wrong Harbour 27', 'quiet Lantern 58', '198.51.102.2')
    expect([wrong.status, wrong.body.error]).toEqual([422, 'OldPasswordWrong'])
    const guesses = []
    for (let n = 0; n < 12; n++) guesses.push((await change(token, `guess ${n}`, 'x', '198.51.102.2')).body.error)
    expect(guesses.slice(-3)).toEqual(['TooManyRequests', 'TooManyRequests', 'TooManyRequests'])
    expect((await signIn('investor', goodPassword)).status).toBe(200)
  })

  it('[RULE-012, RULE-013] wants both passwords', async () => {
    const token = await fresh('member')
    expect((await change(token, ' ', '')).body).toMatchObject({
      error: 'InputInvalid',
      fields: { old_pass: 'required', new_pass: 'required' },
    })
  })

  it('refuses a new password that breaks a rule, and changes nothing', async () => {
    const token = await fresh('member')
    expect((await change(token, goodPassword, 'harbour1234')).body).toMatchObject({
      error: 'PasswordNotAllowed',
      fields: { new_pass: 'fourSequential' },
    })
    expect((await signIn('member', goodPassword)).status).toBe(200)
  })
})
