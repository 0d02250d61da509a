import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oneTimeCode } from '#features/access/factor/server/tables.ts'
import { socialAccount } from '#features/access/social/server/tables.ts'
import { UNDO_DAYS } from '#features/core/account/rules.ts'
import { account } from '#features/core/account/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { mailsTo } from '#testing/outbox.ts'
import { givePassword, goodPassword } from '#testing/passwords.ts'
import { openTestSession, type PersonName } from '#testing/people.ts'
import { type PitchStack, startPitchStack } from '#testing/pitchStack.ts'
import { rawCall } from '#testing/rawCall.ts'
import { emailChange } from './tables.ts'

let stack: PitchStack
beforeAll(async () => {
  stack = await startPitchStack()
  for (const { id } of Object.values(stack.people)) await givePassword(stack.db, id)
})
afterAll(() => stack.stop())

const proof = { current_pass: goodPassword }
const codeTo = async (address: string, kind = 'changeEmail') =>
  (await mailsTo(stack.db, address, kind))[0]?.text.match(/\b\d{4} \d{4}\b/)?.[0] ?? ''
const undoLinkTo = async (address: string) =>
  (await mailsTo(stack.db, address, 'emailChanged'))[0]?.text.match(
    /\/email\/undo-change\?link_code=([\w-]{43})\s/,
  )?.[1] ?? ''
const enter = async (username: string) =>
  (await rawCall(stack.app, 'signIn', { grant_type: 'password', username, password: goodPassword })).status
/** As if so many seconds had passed since the last code. */
const wait = (seconds: number) =>
  stack.db
    .select()
    .from(oneTimeCode)
    .then(rows =>
      Promise.all(
        rows.map(({ purpose, subject, expiresAt }) =>
          stack.db
            .update(oneTimeCode)
            .set({ expiresAt: new Date(expiresAt.getTime() - seconds * 1000) })
            .where(and(eq(oneTimeCode.purpose, purpose), eq(oneTimeCode.subject, subject))),
        ),
      ),
    )
/** Changes a person's address, by their own calls. */
async function move(who: PersonName, to: string) {
  await stack.as(who).changeEmail({ email: to, ...proof })
  return stack.as(who).confirmEmail({ code: await codeTo(to) })
}

describe('#changeEmail, #confirmEmail', () => {
  it('refuses an address that gets no mail, whose code would never arrive, and changes nothing', async () => {
    await stack.as('admin').addSuppression({ kind: 'bounces', address: 'gone@new.test' })
    const me = stack.as('member')
    await expect(me.changeEmail({ email: 'Gone@new.test', ...proof })).rejects.toThrow('AddressSuppressed')
    expect((await me.getPersonalInfo({})).email_pending).toBe('')
    expect(await mailsTo(stack.db, 'gone@new.test')).toEqual([])
    await me.changeEmail({ email: 'there@new.test', ...proof })
    await stack.as('admin').addSuppression({ kind: 'bounces', address: 'there@new.test' })
    await wait(61)
    await expect(me.sendConfirmationEmail({})).rejects.toThrow('AddressSuppressed')
    await expect(me.resendEmail({})).rejects.toThrow('AddressSuppressed')
    await me.cancelEmailChange({})
  })

  it('[CALL-095, CALL-096, STATE-075, STATE-076] moves to an address once its code comes back; until then every way in stays', async () => {
    const me = stack.as('investor')
    const other = await openTestSession(stack.db, stack.people.investor.id, stack.people.investor.organisationId)
    const asked = await me.changeEmail({ email: ' Ivy@New.Test ', ...proof })
    expect(asked).toMatchObject({ email: 'investor@quill.test', email_pending: 'ivy@new.test', email_state: 'waiting' })
    expect(await enter('investor@quill.test')).toBe(200)
    expect(await enter('ivy@new.test')).toBe(401)
    expect(await mailsTo(stack.db, 'investor@quill.test')).toEqual([])

    const confirmed = await me.confirmEmail({ code: await codeTo('ivy@new.test') })
    expect(confirmed).toMatchObject({
      email: 'ivy@new.test',
      email_pending: '',
      email_state: 'confirmed',
      email_resend_at: null,
    })
    expect([await enter('ivy@new.test'), await enter('investor'), await enter('investor@quill.test')]).toEqual([
      200, 200, 401,
    ])
    await expect(stack.withToken(other).getPersonalInfo({})).rejects.toMatchObject({ code: 'NotSignedIn' })
    expect(await stack.actionsOn(stack.people.investor.id)).toEqual(
      expect.arrayContaining(['account.askEmailChange', 'account.changeEmail']),
    )
  })

  it('asks for the password, and is not guessed faster than a sign-in', async () => {
    const me = stack.as('presenter')
    await expect(me.changeEmail({ email: 'paul@new.test' })).rejects.toMatchObject({ code: 'ProofNeeded' })
    for (let guess = 0; guess < 10; guess++)
      await expect(me.changeEmail({ email: 'p@new.test', current_pass: `wrong ${guess}` })).rejects.toMatchObject({
        code: 'OldPasswordWrong',
      })
    await expect(me.changeEmail({ email: 'p@new.test', ...proof })).rejects.toMatchObject({ code: 'TooManyRequests' })
    expect(await mailsTo(stack.db, 'p@new.test')).toEqual([])
  })

  it('takes the code of the newest request only, five guesses at most, and no other person’s', async () => {
    const me = stack.as('secondInvestor')
    await me.changeEmail({ email: 'one@new.test', ...proof })
    const first = await codeTo('one@new.test')
    await me.changeEmail({ email: 'two@new.test', ...proof })
    const second = await codeTo('two@new.test')
    await expect(me.confirmEmail({ code: first })).rejects.toMatchObject({ code: 'EmailCodeWrong' })
    await stack.as('pitchadmin').changeEmail({ email: 'pia@new.test', ...proof })
    await expect(stack.as('pitchadmin').confirmEmail({ code: second })).rejects.toMatchObject({
      code: 'EmailCodeWrong',
    })
    for (let guess = 0; guess < 4; guess++)
      await expect(me.confirmEmail({ code: 'abcdef' })).rejects.toMatchObject({ code: 'EmailCodeWrong' })
    await expect(me.confirmEmail({ code: second })).rejects.toMatchObject({ code: 'EmailCodeWrong' })
    expect(await me.getPersonalInfo({})).toMatchObject({
      email: 'secondinvestor@quill.test',
      email_pending: 'two@new.test',
    })
  })

  it('says the same of an address of another account, and mails that person no code', async () => {
    const me = stack.as('coHost')
    const answer = await me.changeEmail({ email: stack.people.lumenInvestor.email, ...proof })
    expect(answer).toMatchObject({ email_state: 'waiting', email_pending: stack.people.lumenInvestor.email })
    const mails = await mailsTo(stack.db, stack.people.lumenInvestor.email)
    expect(mails.map(({ kind }) => kind)).toEqual(['addressTaken'])
    expect(mails[0]?.text).not.toMatch(/\b\d{4} \d{4}\b/)
    expect(mails[0]?.text).not.toContain('Cora')
    expect(await me.cancelEmailChange({})).toMatchObject({ email_state: 'resendable', email_pending: '' })
    await expect(me.cancelEmailChange({})).rejects.toMatchObject({ code: 'NothingToConfirm' })
  })

  it('gives an address to one of two who prove it at once', async () => {
    await Promise.all([
      stack.as('useradmin').changeEmail({ email: 'shared@new.test', ...proof }),
      stack.as('member').changeEmail({ email: 'shared@new.test', ...proof }),
    ])
    const codes = (await mailsTo(stack.db, 'shared@new.test', 'changeEmail')).map(
      ({ text }) => text.match(/\b\d{4} \d{4}\b/)?.[0] ?? '',
    )
    const tries = (['useradmin', 'member'] as const).flatMap(who =>
      codes.map(code => stack.as(who).confirmEmail({ code })),
    )
    const outcomes = await Promise.allSettled(tries)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const rows = await stack.db.select().from(account).where(eq(account.email, 'shared@new.test'))
    expect(rows).toHaveLength(1)
  })

  it('[PERM-038, PERM-039] keeps a co-host and a moderator what they were in every pitch', async () => {
    const { id } = await stack.create('presenter')
    await stack.db
      .update(pitch)
      .set({ coHosts: ['banking@quill.test', 'x@quill.test'], moderators: ['banking@quill.test'] })
      .where(eq(pitch.id, id))
    const elsewhere = await stack.create('lumenPresenter')
    await stack.db
      .update(pitch)
      .set({ coHosts: ['banking@quill.test'] })
      .where(eq(pitch.id, elsewhere.id))
    await stack.db
      .update(account)
      .set({ roles: ['presenter', 'banking'] })
      .where(eq(account.id, stack.people.banking.id))
    await move('banking', 'ben@new.test')
    const coHostsOf = async (pitchId: number) =>
      (await stack.db.select().from(pitch).where(eq(pitch.id, pitchId)))[0]?.coHosts
    expect(await coHostsOf(id)).toEqual(['ben@new.test', 'x@quill.test'])
    const [mine] = await stack.db.select().from(pitch).where(eq(pitch.id, id))
    expect(mine?.moderators).toEqual(['ben@new.test'])
    expect(await coHostsOf(elsewhere.id)).toEqual(['banking@quill.test'])
  })

  it('is refused during an impersonation', async () => {
    const acting = { user_id: stack.people.lumenAdmin.id, reason: 'Looks into a report' }
    const { access_token: token } = await stack.as('superadmin').startImpersonate(acting)
    const as = stack.withToken(token)
    for (const act of [
      () => as.changeEmail({ email: 'x@new.test', ...proof }),
      () => as.confirmEmail({ code: '12345678' }),
      () => as.changeUsername({ username: 'lumenboss' }),
      () => as.verifyMobile({ code: '12345678' }),
    ])
      await expect(act()).rejects.toMatchObject({ code: 'NotWhileImpersonating' })
  })
})

describe('#resendEmail', () => {
  it('[CALL-094, STATE-077] mails another code a minute later, and the one before is worth nothing', async () => {
    const me = stack.as('admin')
    await me.changeEmail({ email: 'ada@new.test', ...proof })
    const first = await codeTo('ada@new.test')
    await expect(me.resendEmail({})).rejects.toMatchObject({ code: 'TooManyRequests' })
    await wait(61)
    expect(await me.getPersonalInfo({})).toMatchObject({
      email_state: 'resendable',
      email_resend_at: null,
      has_email_code: true,
    })
    expect(await me.resendEmail({})).toMatchObject({ email_state: 'waiting' })
    const second = await codeTo('ada@new.test')
    await expect(me.confirmEmail({ code: first })).rejects.toMatchObject({ code: 'EmailCodeWrong' })
    expect(await me.confirmEmail({ code: second })).toMatchObject({ email: 'ada@new.test' })
    await expect(me.resendEmail({})).rejects.toMatchObject({ code: 'NothingToConfirm' })
    await expect(me.confirmEmail({ code: second })).rejects.toMatchObject({ code: 'NothingToConfirm' })
  })

  it('[STATE-075, STATE-076] confirms the current address, when it is not proved yet', async () => {
    const me = stack.as('lumenPresenter')
    expect(await me.getPersonalInfo({})).toMatchObject({
      email_state: 'resendable',
      email_pending: '',
      has_email_code: false,
    })
    await me.resendEmail({})
    const code = await codeTo('lumenpresenter@lumen.test', 'confirmEmail')
    expect(await me.confirmEmail({ code })).toMatchObject({
      email: 'lumenpresenter@lumen.test',
      email_state: 'confirmed',
    })
    expect(await mailsTo(stack.db, 'lumenpresenter@lumen.test', 'emailChanged')).toEqual([])
  })
})

describe('#undoEmailChange', () => {
  it('brings the old address back by its link, once; sessions and password are gone, a link for a new one is mailed', async () => {
    await move('lumenInvestor', 'thief@evil.test')
    await move('lumenInvestor', 'thief2@evil.test')
    const code = await undoLinkTo('lumeninvestor@lumen.test')
    const notice = (await mailsTo(stack.db, 'lumeninvestor@lumen.test', 'emailChanged'))[0]
    expect(notice?.text).toContain('thief@evil.test')
    expect(notice?.text).toContain(`${stack.frame.settings.publicUrl}/email/undo-change`)
    const anyone = stack.as('nobody')
    expect(await anyone.checkUndoEmailLink({ link_code: code })).toEqual({
      old_email: 'lumeninvestor@lumen.test',
      new_email: 'thief2@evil.test',
    })

    const undone = await Promise.allSettled([
      anyone.undoEmailChange({ link_code: code }),
      anyone.undoEmailChange({ link_code: code }),
    ])
    expect(undone.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await enter('thief2@evil.test')).toBe(401)
    expect(await enter('lumeninvestor@lumen.test')).toBe(401)
    await expect(stack.as('lumenInvestor').getPersonalInfo({})).rejects.toMatchObject({ code: 'NotSignedIn' })
    expect(await mailsTo(stack.db, 'lumeninvestor@lumen.test', 'setPassword')).toHaveLength(1)
    // The thief's own link to undo, of the second change, leads nowhere.
    const thiefs = await undoLinkTo('thief@evil.test')
    await expect(anyone.undoEmailChange({ link_code: thiefs })).rejects.toMatchObject({ code: 'LinkExpired' })
  })

  it('takes back the providers that were connected meanwhile, and leaves those of before', async () => {
    const { id: accountId, email } = stack.people.coHost
    const connected = (provider: 'google' | 'linkedin') =>
      stack.db.insert(socialAccount).values({ accountId, provider, subject: provider, name: 'C', email })
    await connected('linkedin')
    await move('coHost', 'thief3@evil.test')
    await connected('google')
    await stack.as('nobody').undoEmailChange({ link_code: await undoLinkTo(email) })
    const left = await stack.db.select().from(socialAccount).where(eq(socialAccount.accountId, accountId))
    expect(left.map(({ provider }) => provider)).toEqual(['linkedin'])
  })

  it('ends after a week, with the address in other hands, and for every code that is none', async () => {
    await move('superadmin', 'sam@new.test')
    const code = await undoLinkTo('superadmin@quill.test')
    const anyone = stack.as('nobody')
    const changed = eq(emailChange.accountId, stack.people.superadmin.id)
    await stack.db.update(emailChange).set({ undoUntil: new Date() }).where(changed)
    await expect(anyone.checkUndoEmailLink({ link_code: code })).rejects.toMatchObject({ code: 'LinkExpired' })
    await stack.db
      .update(emailChange)
      .set({ undoUntil: new Date(Date.now() + UNDO_DAYS * 86_400_000) })
      .where(changed)
    const { organisationId } = stack.people.superadmin
    await stack.db
      .insert(account)
      .values({ organisationId, email: 'superadmin@quill.test', roles: ['vc'], state: 'invited' })
    await expect(anyone.undoEmailChange({ link_code: code })).rejects.toMatchObject({ code: 'EmailExists' })
    for (const link_code of ['', 'x', `${code.slice(0, -1)}`, code.toUpperCase()])
      await expect(anyone.undoEmailChange({ link_code }), link_code).rejects.toMatchObject({ code: 'LinkNotFound' })
  })
})
