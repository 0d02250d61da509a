import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { policyVersions } from '#features/access/policy/rules.ts'
import { policyAgreement } from '#features/access/policy/server/tables.ts'
import { registrationCalls } from '#features/access/registration/contract.ts'
import { loginLog } from '#features/access/session/server/tables.ts'
import { account } from '#features/core/account/server/tables.ts'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { outcomesOf } from '#testing/outcomes.ts'
import { goodPassword } from '#testing/passwords.ts'
import { rawCall } from '#testing/rawCall.ts'
import { form, type RegistrationStack, startRegistrationStack } from '#testing/registrationStack.ts'
import { invitation, invitationLink } from './tables.ts'

let stack: RegistrationStack
beforeAll(async () => {
  stack = await startRegistrationStack()
})
afterAll(() => stack.stop())

async function invited(email: string, role_type_live: 'vc' | 'presenter' | 'admin' = 'vc'): Promise<string> {
  await stack.as('superadmin').createInviteTypeUser({ email, role_type_live })
  return stack.inviteCodeOf(email)
}
const register = (change: Parameters<typeof form>[0]) => stack.as('nobody').registerTypeUserByEmail(form(change))

describe('the code of an invitation', () => {
  it('[CALL-191, CALL-192, CALL-193, ENT-055] says what it is for, to each kind its own', async () => {
    await stack.as('pitchadmin').invitePresenter({ email: 'pat@new.test', firstname: 'Pat', company_name: 'Pat Co' })
    await stack.as('superadmin').inviteSuperAdmin({ email: 'sue@new.test' })
    const codes = {
      presenter: await stack.inviteCodeOf('pat@new.test'),
      typeuser: await invited('ty@new.test'),
      superadmin: await stack.inviteCodeOf('sue@new.test'),
    }
    const check = {
      presenter: 'checkPresenterInviteCode',
      typeuser: 'checkTypeUserInviteCodeExpired',
      superadmin: 'checkSuperAdminInviteCode',
    } as const
    for (const kind of ['presenter', 'typeuser', 'superadmin'] as const)
      for (const [other, invite_code] of Object.entries(codes)) {
        const answer = stack.as('nobody')[check[kind]]({ invite_code })
        if (other === kind) await expect(answer).resolves.toMatchObject({ type: kind, code: invite_code })
        else await expect(answer).rejects.toMatchObject({ code: 'InviteCodeWrong' })
      }
    expect(await stack.as('nobody').checkPresenterInviteCode({ invite_code: codes.presenter })).toEqual({
      type: 'presenter',
      email: 'pat@new.test',
      code: codes.presenter,
      firstname: 'Pat',
      lastname: '',
      company_name: 'Pat Co',
      role_type_live: 'presenter',
      org_name: 'Quill Ventures',
    })
  })

  it('[ERR-022] refuses truncated, lengthened, foreign, array and null codes alike', async () => {
    const code = await invited('code@new.test')
    const joinToken = stack.people.investor.token
    for (const invite_code of [code.slice(0, -1), `${code}A`, code.toUpperCase(), '', 'null', '[]', joinToken, '%00'])
      await expect(stack.as('nobody').checkTypeUserInviteCodeExpired({ invite_code })).rejects.toMatchObject({
        code: 'InviteCodeWrong',
      })
    for (const invite_code of [[code], null, { code }, 7, true]) {
      const { body } = await rawCall(stack.app, 'checkTypeUserInviteCodeExpired', { invite_code }, { json: true })
      expect(['InputInvalid', 'InviteCodeWrong']).toContain(body.error)
      const fields = { ...form({ email: 'code@new.test' }), code: invite_code }
      const tried = await rawCall(stack.app, 'registerTypeUserByEmail', fields, { json: true })
      expect(['InputInvalid', 'InviteCodeWrong']).toContain(tried.body.error)
    }
    expect(await stack.accountOf('code@new.test')).toBeUndefined()
  })

  it('stops guesses at codes, and no person who has one', async () => {
    const ip = '203.0.113.9'
    const code = await invited('crowd@new.test')
    const check = (invite_code: string) => rawCall(stack.app, 'checkTypeUserInviteCodeExpired', { invite_code }, { ip })
    let last = 0
    for (let guess = 0; guess < 110 && last !== 429; guess++) last = (await check(`guess${guess}`)).status
    expect(last).toBe(429)
    expect((await check(code)).status).toBe(200)
  })

  it('[ERR-023] tells a person who is signed in as another that the link is not theirs', async () => {
    const code = await invited('mine@new.test')
    const asInvestor = stack.as('investor')
    await expect(asInvestor.checkTypeUserInviteCodeExpired({ invite_code: code })).rejects.toMatchObject({
      code: 'InviteNotYours',
    })
    await expect(asInvestor.registerTypeUserByEmail(form({ email: 'mine@new.test', code }))).rejects.toMatchObject({
      code: 'InviteNotYours',
    })
    await expect(register({ email: 'another@new.test', code })).rejects.toMatchObject({ code: 'InviteNotYours' })
    expect(await stack.accountOf('another@new.test')).toBeUndefined()
  })
})

describe('registering by an invitation', () => {
  it('[CALL-184] opens the account, signs its owner in and notes what was agreed to', async () => {
    const code = await invited('ivo@new.test')
    const fields = form({ email: 'Ivo@New.test', code, company_name: 'Ivo Capital', position: 'Partner' })
    const { body, set } = await rawCall(stack.app, 'registerTypeUserByEmail', fields, { ip: '198.51.100.7' })
    const { access_token, user_id, username } = body.data
    expect(username).toBe('ivouser')
    expect(set.get('rostrum_access')).toMatchObject({ value: access_token, httpOnly: true })
    expect(await stack.withToken(access_token).getUserInfoByToken({})).toMatchObject({
      user_id,
      email: 'ivo@new.test',
      roles: ['vc', 'nolinkedin'],
      policy_pending: [],
    })
    expect(await stack.accountOf('ivo@new.test')).toMatchObject({
      organisationId: stack.people.superadmin.organisationId,
      state: 'active',
      companyName: 'Ivo Capital',
      position: 'Partner',
    })
    const agreements = await stack.db.select().from(policyAgreement).where(eq(policyAgreement.accountId, user_id))
    expect(agreements).toHaveLength(2)
    for (const { policyType, version, ip } of agreements)
      expect({ version, ip }).toEqual({ version: policyVersions[policyType], ip: '198.51.100.7' })
    const [entry] = await stack.db.select().from(loginLog).where(eq(loginLog.accountId, user_id))
    expect(entry).toMatchObject({ description: 'signedIn' })
    const deeds = await stack.db.select().from(auditEntry).where(eq(auditEntry.actorId, user_id))
    expect(deeds.map(({ action }) => action)).toEqual(expect.arrayContaining(['account.register', 'session.signIn']))
    const signIn = { grant_type: 'password', username: 'ivo@new.test', password: goodPassword } as const
    await expect(stack.as('nobody').signIn(signIn)).resolves.toMatchObject({ token_type: 'Bearer' })
  })

  it('[CALL-182, CALL-185] opens presenters and superadmins by their own calls', async () => {
    await stack.as('pitchadmin').invitePresenter({ email: 'pres@new.test' })
    await stack.as('superadmin').inviteSuperAdmin({ email: 'chief@new.test' })
    const presenter = await stack.inviteCodeOf('pres@new.test')
    const superadmin = await stack.inviteCodeOf('chief@new.test')
    const nobody = stack.as('nobody')
    await expect(nobody.register(form({ email: 'chief@new.test', code: superadmin }))).rejects.toMatchObject({
      code: 'InviteCodeWrong',
    })
    await nobody.register(form({ email: 'pres@new.test', code: presenter }))
    await nobody.registerSuperAdminByEmail(form({ email: 'chief@new.test', code: superadmin }))
    expect((await stack.accountOf('pres@new.test'))?.roles).toEqual(['presenter'])
    expect((await stack.accountOf('chief@new.test'))?.roles).toEqual(['superadmin'])
  })

  it('[ENT-085, ENT-086] takes the whole payload, and the role from the invitation', async () => {
    const code = await invited('pay@new.test')
    const payload = {
      ...form({ email: 'pay@new.test', code }),
      email_code: '12345678',
      company_name: 'Pay Co',
      position: 'CEO',
      location: 'Boston',
      head_image: '',
      uuid: '00000000-0000-4000-8000-000000000001',
      role_type_live: 'presenter',
      pitch_uuid: '00000000-0000-4000-8000-000000000002',
      type: 'typeuser',
      linkedin_publicProfileUrl: 'https://www.linkedin.com/in/noranew',
      username: 'noranew',
    } as const
    const sent = Object.keys(payload)
    expect(Object.keys(registrationCalls.register.input.shape)).toEqual(expect.arrayContaining(sent))
    await stack.as('nobody').registerTypeUserByEmail(payload)
    expect(await stack.accountOf('pay@new.test')).toMatchObject({
      roles: ['vc'],
      username: 'noranew',
      location: 'Boston',
      linkedinProfileUrl: 'https://www.linkedin.com/in/noranew',
    })
    const higher = await invited('pay2@new.test')
    const fields = { ...form({ email: 'pay2@new.test', code: higher }), role_type_live: 'superadmin' }
    const { body } = await rawCall(stack.app, 'registerTypeUserByEmail', fields)
    expect(body).toMatchObject({ error: 'InputInvalid' })
  })

  it('gives the role of the invitation as it stands when it is used, though both race', async () => {
    const code = await invited('lower@new.test', 'presenter')
    const own = eq(invitation.email, 'lower@new.test')
    const registered = await stack.db.transaction(async db => {
      await db.select().from(invitation).where(own).for('no key update')
      const racing = register({ email: 'lower@new.test', code })
      await sleep(300)
      await db.update(invitation).set({ role: 'vc' }).where(own)
      return { racing }
    })
    await registered.racing
    expect((await stack.accountOf('lower@new.test'))?.roles).toEqual(['vc'])
  })

  it('is worth nothing for an administrator once who invited them may not invite them any more', async () => {
    const { id } = stack.people.admin
    const was = (values: Partial<typeof account.$inferInsert>) =>
      stack.db.update(account).set(values).where(eq(account.id, id))
    await stack.as('admin').createInviteTypeUser({ email: 'backdoor@new.test', role_type_live: 'useradmin' })
    await stack.as('admin').createInviteTypeUser({ email: 'harmless@new.test', role_type_live: 'vc' })
    const code = await stack.inviteCodeOf('backdoor@new.test')
    for (const gone of [{ state: 'disabled' }, { roles: ['presenter'] }, { deletedAt: new Date() }] as const) {
      await was({ ...gone, ...('roles' in gone ? { roles: [...gone.roles] } : {}) } as never)
      const refused = { code: 'InviteDisabled' }
      const seen = stack.as('nobody').checkTypeUserInviteCodeExpired({ invite_code: code })
      await expect(seen).rejects.toMatchObject(refused)
      await expect(register({ email: 'backdoor@new.test', code })).rejects.toMatchObject(refused)
      await was({ state: 'active', roles: ['admin'], deletedAt: null })
    }
    await was({ state: 'disabled' })
    await register({ email: 'harmless@new.test', code: await stack.inviteCodeOf('harmless@new.test') })
    await was({ state: 'active' })
    await register({ email: 'backdoor@new.test', code })
    expect((await stack.accountOf('backdoor@new.test'))?.roles).toEqual(['useradmin'])
  })

  it('opens one account for racing uses of one invitation', async () => {
    const code = await invited('race@new.test')
    const tries = Array.from({ length: 4 }, (_, n) => register({ email: 'race@new.test', code, firstname: `N${n}` }))
    const answers = await Promise.allSettled(tries)
    expect(answers.filter(answer => answer.status === 'fulfilled')).toHaveLength(1)
    const refusals = answers.flatMap(answer => (answer.status === 'rejected' ? [answer.reason.code] : []))
    expect(refusals.filter(code => code !== 'InviteUsed' && code !== 'EmailExists')).toEqual([])
    const [row] = await stack.db.select().from(invitation).where(eq(invitation.email, 'race@new.test'))
    expect(row?.uses).toBe(1)
    await expect(register({ email: 'race@new.test', code })).rejects.toMatchObject({ code: 'InviteUsed' })
  })

  it('[ERR-026] says that there is an account when one was opened meanwhile, to the holder of the link', async () => {
    const code = await invited('known@new.test')
    await stack.as('admin').createUser({
      email: 'known@new.test',
      firstname: 'K',
      lastname: 'N',
      role_type_live: 'vc',
    })
    await expect(stack.as('nobody').checkTypeUserInviteCodeExpired({ invite_code: code })).rejects.toMatchObject({
      code: 'EmailExists',
    })
    await expect(register({ email: 'known@new.test', code })).rejects.toMatchObject({ code: 'EmailExists' })
  })

  it('[ERR-027] refuses a user name that breaks the rules or is taken, and leaves the invitation as it was', async () => {
    const code = await invited('name@new.test')
    const tried = register({ email: 'name@new.test', code, username: 'no' })
    await expect(tried).rejects.toMatchObject({ code: 'UsernameNotAllowed', fields: { username: 'tooShort' } })
    await expect(register({ email: 'name@new.test', code, username: 'Investor' })).rejects.toMatchObject({
      code: 'UsernameNotAllowed',
    })
    await expect(register({ email: 'name@new.test', code, username: 'investor' })).rejects.toMatchObject({
      code: 'UserExists',
      fields: { username: 'UserExists' },
    })
    await expect(register({ email: 'name@new.test', code, password: 'password1' })).rejects.toMatchObject({
      code: 'PasswordNotAllowed',
      fields: { password: 'tooCommon' },
    })
    await expect(register({ email: 'name@new.test', code, username: 'nameisfree' })).resolves.toMatchObject({
      username: 'nameisfree',
    })
  })

  it('[SCREEN-042] needs the agreement to the texts of today', async () => {
    const code = await invited('agree@new.test')
    for (const change of [{ terms_version: '2020-01-01' }, { privacy_version: '' }])
      await expect(register({ email: 'agree@new.test', code, ...change })).rejects.toMatchObject({
        code: 'PolicyNotAgreed',
      })
    expect(await stack.accountOf('agree@new.test')).toBeUndefined()
  })

  it('makes a whole account of one that was only invited to pitches, with the same id', async () => {
    const organisationId = stack.people.lumenAdmin.organisationId
    const values = { organisationId, email: 'guest@new.test', roles: ['vc'], state: 'invited' as const }
    const [guest] = await stack.db.insert(account).values(values).returning()
    const code = await invited('guest@new.test', 'presenter')
    await register({ email: 'guest@new.test', code })
    expect(await stack.accountOf('guest@new.test')).toMatchObject({
      id: guest?.id,
      state: 'active',
      roles: ['presenter'],
      organisationId: stack.people.superadmin.organisationId,
    })
  })

  it('keeps script in a name as text, and out of the mails', async () => {
    const code = await invited('xss@new.test')
    const firstname = '<script>alert(1)</script>'
    const { access_token } = await register({ email: 'xss@new.test', code, firstname, lastname: '{{7*7}}' })
    const me = await stack.withToken(access_token).getUserInfoByToken({})
    expect(me).toMatchObject({ firstname, lastname: '{{7*7}}' })
    const broken = register({ email: 'xss2@new.test', code, firstname: 'A\nB' })
    await expect(broken).rejects.toMatchObject({ code: 'InputInvalid' })
  })
})

describe('an open link', () => {
  const open = (change: Record<string, unknown> = {}) =>
    stack.as('useradmin').createInviteTypeUser({ role_type_live: 'vc', max_uses: 2, ...change })
  const codeIn = (link: string | undefined) => /invite_code=([\w-]{43})$/.exec(link ?? '')?.[1] ?? ''
  async function mailedCode(email: string, invite_code: string) {
    await stack.as('nobody').sendVerificationCodeEmail({ email, type: 'typeuser', invite_code })
    return stack.emailCodeOf(email)
  }

  it('lets as many register as it says, each with a mailbox of their own proved by a code', async () => {
    const code = codeIn((await open()).link)
    const nobody = stack.as('nobody')
    expect(await nobody.checkTypeUserInviteCodeExpired({ invite_code: code })).toMatchObject({ email: '' })
    await expect(register({ email: 'o1@new.test', code })).rejects.toMatchObject({ code: 'VerificationCodeError' })
    const emails = ['o1@new.test', 'o2@new.test', 'o3@new.test']
    const codes = await Promise.all(emails.map(email => mailedCode(email, code)))
    const tries = emails.map((email, n) => register({ email, code, email_code: codes[n] ?? '' }))
    expect(await outcomesOf(tries)).toEqual([...Array(tries.length - 2).fill('InviteUsed'), 'done', 'done'])
  })

  it('makes no person an administrator', async () => {
    await expect(open({ role_type_live: 'admin' })).rejects.toMatchObject({ code: 'NoPermission' })
    const made = stack.as('superadmin').createInviteTypeUser({ role_type_live: 'useradmin' })
    await expect(made).rejects.toMatchObject({ code: 'NoPermission' })
  })

  it('[STATE-059] expires, sends nothing to anybody then, and an administrator makes another link', async () => {
    const code = codeIn((await open({ company_name: 'Open Co' })).link)
    const { items } = await stack.as('useradmin').getInviteTypeUserList({ name: 'Open Co' })
    const id = items[0]?.id ?? ''
    const past = new Date(Date.now() - 1000)
    await stack.db.update(invitation).set({ expiresAt: past }).where(eq(invitation.id, id))
    await stack.db.update(invitationLink).set({ expiresAt: past }).where(eq(invitationLink.invitationId, id))
    const check = (invite_code: string) => stack.as('nobody').checkTypeUserInviteCodeExpired({ invite_code })
    await expect(check(code)).rejects.toMatchObject({ code: 'InviteExpired' })
    const again = await stack.as('useradmin').resendInviteUser({ id })
    await expect(check(codeIn(again.link))).resolves.toMatchObject({ company_name: 'Open Co' })
  })
})

describe('the second step', () => {
  it('leaves out no step: every registration signs in the same way', async () => {
    const code = await invited('door@new.test')
    const { user_id } = await register({ email: 'door@new.test', code })
    const [deed] = await stack.db
      .select()
      .from(auditEntry)
      .where(and(eq(auditEntry.actorId, user_id), eq(auditEntry.action, 'session.signIn')))
    expect(deed?.detail).toMatchObject({ way: 'registration' })
  })
})
