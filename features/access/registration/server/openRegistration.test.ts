import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oneTimeCode } from '#features/access/factor/server/tables.ts'
import { registrationCalls } from '#features/access/registration/contract.ts'
import { account } from '#features/core/account/server/tables.ts'
import { mailsTo } from '#testing/outbox.ts'
import { goodPassword } from '#testing/passwords.ts'
import { rawCall } from '#testing/rawCall.ts'
import { agreed, form, type RegistrationStack, startRegistrationStack } from '#testing/registrationStack.ts'
import { investorProfile, registrationRequest } from './tables.ts'

let closed: RegistrationStack
let open: RegistrationStack
beforeAll(async () => {
  closed = await startRegistrationStack()
  open = await startRegistrationStack({ REGISTRATION: 'open' })
})
afterAll(async () => {
  await closed.stop()
  await open.stop()
})

let count = 0
/** An unknown address, or one that was let in to a pitch of Lumen's. */
const fresh = () => `new${++count}@open.test`
async function guestOf(stack: RegistrationStack): Promise<string> {
  const email = fresh()
  const organisationId = stack.people.lumenAdmin.organisationId
  await stack.db.insert(account).values({ organisationId, email, roles: ['vc'], state: 'invited' })
  return email
}
async function codeFor(stack: RegistrationStack, email: string, type: 'register' | 'investor' = 'register') {
  await stack.as('nobody').sendVerificationCodeEmail({ email, type })
  return stack.emailCodeOf(email)
}
const investor = (change: { email: string; email_code?: string }) => ({
  firstname: 'Ines',
  lastname: 'Investor',
  password: goodPassword,
  investing_experience: 'twoToFiveYears' as const,
  ...agreed,
  ...change,
})
/** How many emails an address has, once jobs that were asked for are done. */
async function settled(stack: RegistrationStack, email: string): Promise<number> {
  await stack.as('nobody').sendVerificationCodeEmail({ email: stack.people.member.email, type: 'register' })
  const before = (await mailsTo(stack.db, stack.people.member.email)).length
  await stack.mailOf(stack.people.member.email, 'registrationCode', Math.max(1, before))
  await sleep(150)
  return (await mailsTo(stack.db, email)).length
}

describe('where everybody may register', () => {
  it('[CALL-183, CALL-194] opens an investor of the oldest organisation by the code that was mailed', async () => {
    expect(await open.as('nobody').getRegistrationInfo({})).toMatchObject({ open: true, sends: false })
    const email = fresh()
    const email_code = await codeFor(open, email)
    const answer = await open.as('nobody').registerByEmail(form({ email, email_code, role_type_live: 'presenter' }))
    expect(answer).toMatchObject({ mailed: false, username: expect.any(String), access_token: expect.any(String) })
    expect(await open.accountOf(email)).toMatchObject({
      state: 'active',
      roles: ['vc'],
      organisationId: open.people.superadmin.organisationId,
    })
  })

  it('[ERR-029, ERR-030] tells a wrong code from one that cannot be right any more, and stops guessing', async () => {
    const email = fresh()
    const nobody = open.as('nobody')
    const register = (email_code: string) => nobody.registerByEmail(form({ email, email_code }))
    await expect(register('12345678')).rejects.toMatchObject({ code: 'VerificationCodeError' })
    const code = await codeFor(open, email)
    for (const bad of ['12345', 'abcdef', '']) {
      const refused = rawCall(open.app, 'registerByEmail', form({ email, email_code: bad }), { json: true })
      expect((await refused).body.error).toBe('VerificationCodeError')
    }
    const wrong = String((Number(code) + 1) % 100_000_000).padStart(8, '0')
    for (let guess = 0; guess < 5; guess++)
      await expect(register(wrong)).rejects.toMatchObject({ code: 'EmailCodeWrong' })
    await expect(register(code)).rejects.toMatchObject({ code: 'VerificationCodeError' })
    expect(await open.accountOf(email)).toBeUndefined()
  })

  it('refuses a code that has expired, and one that was sent to another address', async () => {
    const [mine, theirs] = [fresh(), fresh()]
    const code = await codeFor(open, theirs)
    await codeFor(open, mine)
    const stolen = open.as('nobody').registerByEmail(form({ email: mine, email_code: code }))
    await expect(stolen).rejects.toMatchObject({ code: 'EmailCodeWrong' })
    const past = new Date(Date.now() - 1000)
    await open.db.update(oneTimeCode).set({ expiresAt: past }).where(eq(oneTimeCode.subject, theirs))
    const late = open.as('nobody').registerByEmail(form({ email: theirs, email_code: code }))
    await expect(late).rejects.toMatchObject({ code: 'VerificationCodeError' })
  })

  it('opens one account for racing uses of one code', async () => {
    const email = fresh()
    const email_code = await codeFor(open, email)
    const tries = [1, 2, 3].map(() => open.as('nobody').registerByEmail(form({ email, email_code })))
    const answers = await Promise.allSettled(tries)
    expect(answers.filter(answer => answer.status === 'fulfilled')).toHaveLength(1)
  })

  it('[ERR-028] says that an address has an account only after a proof of the mailbox; the mail tells its owner', async () => {
    const email = open.people.investor.email
    const nobody = open.as('nobody')
    const guess = nobody.registerByEmail(form({ email, email_code: '00000000' }))
    await expect(guess).rejects.toMatchObject({ code: 'VerificationCodeError' })
    const answers = await Promise.all(
      [email, fresh()].map(to => nobody.sendVerificationCodeEmail({ email: to, type: 'register' })),
    )
    expect(answers[0]).toEqual(answers[1])
    const { text } = await open.mailOf(email, 'registrationCode')
    expect(text).toContain('This address already has an account.')
    const email_code = await open.emailCodeOf(email)
    await expect(nobody.registerByEmail(form({ email, email_code }))).rejects.toMatchObject({ code: 'EmailExists' })
  })
})

describe('where only the invited may register', () => {
  it('writes only to invited addresses, and answers all the same', async () => {
    expect(await closed.as('nobody').getRegistrationInfo({})).toMatchObject({ open: false, sends: false })
    const email = fresh()
    const nobody = closed.as('nobody')
    expect(await nobody.sendVerificationCodeEmail({ email, type: 'register' })).toEqual({})
    expect(await nobody.registerByEmail({ ...form({ email }), password: undefined })).toEqual({ mailed: true })
    expect(await settled(closed, email)).toBe(0)
    const forged = nobody.registerByEmail(form({ email, email_code: '12345678' }))
    await expect(forged).rejects.toMatchObject({ code: 'VerificationCodeError' })
  })

  it('[CALL-186, ENT-087] lets a person who was invited to a pitch make a full account of it, in its organisation', async () => {
    const email = await guestOf(closed)
    const guest = await closed.accountOf(email)
    // said at the door of the pitch, and not asked for here
    await closed.db.update(account).set({ companyName: 'East Sea Ventures' }).where(eq(account.email, email))
    const email_code = await codeFor(closed, email, 'investor')
    await closed.as('nobody').registerInvestorByEmail({ ...investor({ email, email_code }), username: 'inesinvests' })
    expect(await closed.accountOf(email)).toMatchObject({
      id: guest?.id,
      state: 'active',
      username: 'inesinvests',
      companyName: 'East Sea Ventures',
      roles: ['vc'],
      organisationId: closed.people.lumenAdmin.organisationId,
    })
    const [profile] = await closed.db.select().from(investorProfile)
    expect(profile).toMatchObject({ accountId: guest?.id, investingExperience: 'twoToFiveYears' })
    const fields = Object.keys(registrationCalls.registerInvestorByEmail.input.shape)
    const wanted = ['firstname', 'lastname', 'username', 'email', 'password', 'investing_experience']
    expect(fields).toEqual(expect.arrayContaining(wanted))
  })

  it('mails so many codes to one mailbox, and then none for a while', async () => {
    const email = fresh()
    const send = () => closed.as('nobody').sendVerificationCodeEmail({ email, type: 'register' })
    for (let n = 0; n < 5; n++) await send()
    await expect(send()).rejects.toMatchObject({ code: 'TooManyRequests' })
  })
})

describe('opening an account by a mailed link', () => {
  it('[CALL-201, CALL-186] lets the owner of the mailbox choose the password, once', async () => {
    const email = await guestOf(closed)
    const nobody = closed.as('nobody')
    const { password: passwordOfRequest, ...asked } = investor({ email })
    expect(await nobody.registerInvestorByEmail({ ...asked, password: passwordOfRequest })).toEqual({ mailed: true })
    const link = await closed.activationOf(email)
    expect((await closed.mailOf(email, 'activation')).text).toContain('/activate-investor-account/')
    expect(await nobody.checkActivationLink({ account: link })).toEqual({ email, firstname: 'Ines' })
    const wrongKind = nobody.activeAccount({ account: link, password: goodPassword, ...agreed })
    await expect(wrongKind).rejects.toMatchObject({ code: 'LinkNotFound' })
    const own = 'quiet Lagoon 58'
    const activate = () => nobody.activeInvestorAccount({ account: link, password: own, ...agreed })
    const answers = await Promise.allSettled([activate(), activate()])
    expect(answers.filter(answer => answer.status === 'fulfilled')).toHaveLength(1)
    const signIn = (password: string) => nobody.signIn({ grant_type: 'password', username: email, password })
    await expect(signIn(passwordOfRequest)).rejects.toMatchObject({ code: 'WrongNameOrPassword' })
    await expect(signIn(own)).resolves.toBeTruthy()
    await expect(activate()).rejects.toMatchObject({ code: 'LinkExpired' })
  })

  it('[CALL-200] opens a usual account where everybody may register', async () => {
    const email = fresh()
    const nobody = open.as('nobody')
    await nobody.registerByEmail({ ...form({ email, company_name: 'Link Co' }), password: undefined })
    const link = await open.activationOf(email)
    const answer = await nobody.activeAccount({ account: link, password: goodPassword, ...agreed })
    expect(await open.withToken(answer.access_token).getUserInfoByToken({})).toMatchObject({ email })
    expect(await open.accountOf(email)).toMatchObject({ companyName: 'Link Co', roles: ['vc'] })
  })

  it('[STATE-060] mails a fresh link to the address that asked when an expired one is opened, once', async () => {
    const email = fresh()
    const nobody = open.as('nobody')
    await nobody.registerByEmail({ ...form({ email }), password: undefined })
    const link = await open.activationOf(email)
    const past = new Date(Date.now() - 1000)
    await open.db.update(registrationRequest).set({ expiresAt: past }).where(eq(registrationRequest.email, email))
    const check = () => nobody.checkActivationLink({ account: link })
    await expect(check()).rejects.toMatchObject({ code: 'LinkExpired' })
    const renewed = await open.activationOf(email, 2)
    expect(renewed).not.toBe(link)
    await expect(check()).rejects.toMatchObject({ code: 'LinkExpired' })
    await sleep(150)
    expect(await mailsTo(open.db, email)).toHaveLength(2)
    await expect(nobody.checkActivationLink({ account: renewed })).resolves.toMatchObject({ email })
  })

  it('mails it once more on request, and tells the owner of an account that they have one', async () => {
    const email = fresh()
    const nobody = open.as('nobody')
    await nobody.registerByEmail({ ...form({ email }), password: undefined })
    const first = await open.activationOf(email)
    await nobody.sendVerificationCodeEmail({ email, type: 'activation' })
    expect(await open.activationOf(email, 2)).not.toBe(first)
    const known = open.people.presenter.email
    expect(await nobody.registerByEmail({ ...form({ email: known }), password: undefined })).toEqual({ mailed: true })
    const { text } = await open.mailOf(known, 'activation')
    expect(text).toContain('This address already has an account.')
    expect(text).not.toContain('/activate-account/')
  })

  it('refuses truncated, array and null links', async () => {
    for (const bad of ['', 'x', ['a'], null]) {
      const { body } = await rawCall(open.app, 'checkActivationLink', { account: bad }, { json: true })
      expect(['LinkNotFound', 'InputInvalid']).toContain(body.error)
    }
  })
})
