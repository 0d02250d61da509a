import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invitation, invitationLink } from '#features/access/registration/server/tables.ts'
import { account } from '#features/core/account/server/tables.ts'
import { mailsTo } from '#testing/outbox.ts'
import { form, type RegistrationStack, startRegistrationStack } from '#testing/registrationStack.ts'

let stack: RegistrationStack
beforeAll(async () => {
  stack = await startRegistrationStack()
})
afterAll(() => stack.stop())

const list = (type: 'typeuser' | 'presenter' | 'superadmin', filter: Record<string, unknown> = {}) =>
  stack.as('superadmin').getInviteTypeUserList({ type, limit: 100, ...filter })
async function idOf(email: string, type: 'typeuser' | 'presenter' | 'superadmin' = 'typeuser'): Promise<string> {
  const { items } = await list(type, { name: email })
  return items[0]?.id ?? ''
}
const invite = (email: string, role_type_live: 'vc' | 'presenter' | 'admin' = 'vc') =>
  stack.as('useradmin').createInviteTypeUser({ email, role_type_live })

describe('inviting people to the console', () => {
  it('[CALL-085] invites several addresses of one list and says what became of each', async () => {
    const { results } = await invite(' One@New.test, two@new.test,one@new.test, nonsense , investor@quill.test')
    expect(results).toEqual([
      { email: 'one@new.test', outcome: 'invited' },
      { email: 'two@new.test', outcome: 'invited' },
      { email: 'nonsense', outcome: 'NotAnAddress' },
      { email: 'investor@quill.test', outcome: 'UserExists' },
    ])
    const mail = await stack.mailOf('one@new.test', 'consoleInvitation')
    expect(mail.text).toContain('Uma Useradmin invited you to join Quill Ventures on Rostrum as an investor.')
    expect(mail.text).toMatch(/\/become-typeuser\/vc\/[0-9a-f-]{36}\?invite_code=[\w-]{43}\s/)
    await stack.as('useradmin').createInviteTypeUser({
      email: 'three@new.test',
      role_type_live: 'presenter',
      firstname: 'Tess',
      lastname: 'Three',
      company_name: 'Three Co',
      sharefile_folder_id: 'folder-3',
    })
    expect((await stack.mailOf('three@new.test', 'consoleInvitation')).text).toContain('on Rostrum as a presenter.')
    const { items } = await list('typeuser', { name: 'three' })
    expect(items[0]).toMatchObject({
      email: 'three@new.test',
      role_type_live: 'presenter',
      firstname: 'Tess',
      lastname: 'Three',
      company_name: 'Three Co',
      sharefile_folder_id: 'folder-3',
      state: 'enabled',
      invited_by: 'Uma Useradmin',
    })
  })

  it('[CALL-092, ERR-025, PERM-010] lets pitch administrators invite presenters, once', async () => {
    const asked = { email: 'pat@new.test', firstname: 'Pat', lastname: 'Presenter' }
    expect((await stack.as('pitchadmin').invitePresenter(asked)).results).toEqual([
      { email: 'pat@new.test', outcome: 'invited' },
    ])
    expect((await stack.as('admin').invitePresenter(asked)).results).toEqual([
      { email: 'pat@new.test', outcome: 'InvitationExists' },
    ])
    expect(await mailsTo(stack.db, 'pat@new.test')).toHaveLength(1)
    await expect(stack.as('useradmin').invitePresenter(asked)).rejects.toMatchObject({ code: 'NotAllowed' })
  })

  it('[ERR-026] does not invite users with an account, but does invite attendees without access to the console', async () => {
    const [row] = (await stack.as('admin').invitePresenter({ email: 'lumeninvestor@lumen.test' })).results
    expect(row?.outcome).toBe('UserExists')
    await stack.db.insert(account).values({
      organisationId: stack.people.admin.organisationId,
      email: 'ida@new.test',
      roles: ['vc'],
      state: 'invited',
    })
    expect((await stack.as('admin').invitePresenter({ email: 'ida@new.test' })).results[0]?.outcome).toBe('invited')
  })

  it('[CALL-093, PERM-065, PERM-011] lets superadmins alone invite superadmins, and see that they have', async () => {
    const asked = { email: 'sue@new.test' }
    expect((await stack.as('superadmin').inviteSuperAdmin(asked)).results[0]?.outcome).toBe('invited')
    await expect(stack.as('admin').inviteSuperAdmin(asked)).rejects.toMatchObject({ code: 'NotAllowed' })
    await expect(stack.as('admin').getInviteTypeUserList({ type: 'superadmin' })).rejects.toMatchObject({
      code: 'NoPermission',
    })
    const id = await idOf('sue@new.test', 'superadmin')
    for (const name of ['toggleInviteUser', 'disableInviteUser', 'deleteInviteUser', 'resendInviteUser'] as const)
      await expect(stack.as('admin')[name]({ id })).rejects.toMatchObject({ code: 'InvitationNotFound' })
  })

  it('gives no role that the inviter may not manage', async () => {
    await expect(invite('eve@new.test', 'admin')).rejects.toMatchObject({ code: 'NoPermission' })
    await stack.as('superadmin').createInviteTypeUser({ email: 'ad@new.test', role_type_live: 'admin' })
    const id = await idOf('ad@new.test')
    await expect(stack.as('useradmin').resendInviteUser({ id })).rejects.toMatchObject({ code: 'NoPermission' })
    const vc = await idOf('one@new.test')
    await expect(stack.as('useradmin').updateInviteUser({ id: vc, role_type_live: 'admin' })).rejects.toMatchObject({
      code: 'NoPermission',
    })
    const raised = { id: vc, role_type_live: 'superadmin' as never }
    await expect(stack.as('superadmin').updateInviteUser(raised)).rejects.toMatchObject({ code: 'InputInvalid' })
  })

  it('stays inside the organisation', async () => {
    const id = await idOf('one@new.test')
    const lumen = stack.as('lumenAdmin')
    expect((await lumen.getInviteTypeUserList({})).total).toBe(0)
    for (const name of ['toggleInviteUser', 'disableInviteUser', 'enableInviteUser', 'deleteInviteUser'] as const)
      await expect(lumen[name]({ id })).rejects.toMatchObject({ code: 'InvitationNotFound' })
    await expect(lumen.updateInviteUser({ id, firstname: 'X' })).rejects.toMatchObject({ code: 'InvitationNotFound' })
    const org_id = stack.people.admin.organisationId
    await expect(
      lumen.createInviteTypeUser({ email: 'x@new.test', role_type_live: 'vc', org_id }),
    ).rejects.toMatchObject({ code: 'NoPermission' })
  })

  it('refuses more addresses at once than it invites', async () => {
    const email = Array.from({ length: 101 }, (_, n) => `many${n}@new.test`).join(',')
    await expect(invite(email)).rejects.toMatchObject({ code: 'TooManyInvited' })
  })

  it('writes one invitation for two racing requests', async () => {
    const answers = await Promise.all([invite('race@new.test'), invite('race@new.test')])
    const outcomes = answers.map(({ results }) => results[0]?.outcome).toSorted()
    expect(outcomes).toEqual(['InvitationExists', 'invited'])
    expect(await mailsTo(stack.db, 'race@new.test')).toHaveLength(1)
  })

  it('keeps line breaks of a name out of the mail, and HTML text', async () => {
    await expect(
      stack.as('admin').createInviteTypeUser({
        email: 'hdr@new.test',
        role_type_live: 'vc',
        firstname: 'A\r\nBcc: all@new.test',
      }),
    ).rejects.toMatchObject({ code: 'InputInvalid' })
    await stack.as('admin').createInviteTypeUser({
      email: 'xss@new.test',
      role_type_live: 'vc',
      firstname: '<img src=x onerror=alert(1)>',
    })
    const mail = await stack.mailOf('xss@new.test', 'consoleInvitation')
    expect(mail.html).not.toContain('<img')
    expect(mail.html).toContain('&lt;img src=x')
  })

  it('builds links from the public address, whatever host the request names', async () => {
    const answer = await stack.app.inject({
      method: 'POST',
      url: '/webapi/rest/app/token/invitePresenter',
      headers: {
        host: 'localhost',
        'x-forwarded-host': 'evil.example',
        authorization: `Bearer ${stack.people.admin.token}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: 'email=host@new.test',
    })
    expect(answer.json()).toMatchObject({ code: 1 })
    const { text } = await stack.mailOf('host@new.test', 'consoleInvitation')
    expect(text).toContain(`${stack.frame.settings.publicUrl}/become-presenter/`)
    expect(text).not.toContain('evil.example')
  })
})

describe('the list of invitations', () => {
  it('[ENT-054] has the fields of the specification, with the picture of people who have an account by now', async () => {
    await invite('face@pictures.test')
    const organisationId = stack.people.admin.organisationId
    const headImage = 'webapi/rest/pictures/face'
    await stack.db
      .insert(account)
      .values({ organisationId, email: 'face@pictures.test', roles: ['vc'], state: 'active', headImage })
    const { items } = await stack.as('useradmin').getInviteTypeUserList({ name: 'face@pictures' })
    expect(items[0]).toMatchObject({
      email: 'face@pictures.test',
      role_type_live: 'vc',
      firstname: '',
      lastname: '',
      head_image: headImage,
      sharefile_folder_id: '',
    })
    await stack.db.delete(account).where(eq(account.email, 'face@pictures.test'))
  })

  it('[CALL-086] searches, filters by state and pages', async () => {
    await invite('page1@list.test, page2@list.test, page3@list.test')
    const first = await stack.as('useradmin').getInviteTypeUserList({ name: 'list.test', limit: 2 })
    expect(first).toMatchObject({ total: 3 })
    expect(first.items).toHaveLength(2)
    const id = await idOf('page2@list.test')
    await stack.as('useradmin').disableInviteUser({ id })
    const disabled = await stack.as('useradmin').getInviteTypeUserList({ name: 'list.test', state: 'disabled' })
    expect(disabled.items.map(({ email }) => email)).toEqual(['page2@list.test'])
    const enabled = await stack.as('useradmin').getInviteTypeUserList({ name: 'list.test', state: 'enabled' })
    expect(enabled.total).toBe(2)
    expect((await stack.as('useradmin').getInviteTypeUserList({ name: '%' })).total).toBe(0)
  })
})

describe('switching an invitation', () => {
  it('[STATE-055, STATE-056, STATE-057, CALL-087, CALL-088, CALL-089] disables, enables and toggles its link', async () => {
    await invite('switch@new.test')
    const id = await idOf('switch@new.test')
    const code = await stack.inviteCodeOf('switch@new.test')
    const check = () => stack.as('nobody').checkTypeUserInviteCodeExpired({ invite_code: code })
    const admin = stack.as('useradmin')
    expect(await admin.disableInviteUser({ id })).toEqual({ state: 'disabled' })
    await expect(check()).rejects.toMatchObject({ code: 'InviteDisabled' })
    const register = stack.as('nobody').registerTypeUserByEmail(form({ email: 'switch@new.test', code }))
    await expect(register).rejects.toMatchObject({ code: 'InviteDisabled' })
    await expect(admin.resendInviteUser({ id })).rejects.toMatchObject({ code: 'InviteDisabled' })
    expect(await admin.enableInviteUser({ id })).toEqual({ state: 'enabled' })
    await expect(check()).resolves.toMatchObject({ email: 'switch@new.test' })
    expect(await admin.toggleInviteUser({ id })).toEqual({ state: 'disabled' })
    expect(await admin.toggleInviteUser({ id })).toEqual({ state: 'enabled' })
    const switched = ['invitation.disable', 'invitation.enable']
    expect(await stack.actionsOn(id)).toEqual(['invitation.create', ...switched, ...switched])
  })

  it('[STATE-058, CALL-090] deletes it: its link is wrong, and the person can be invited again', async () => {
    await invite('gone@new.test')
    const code = await stack.inviteCodeOf('gone@new.test')
    await stack.as('useradmin').deleteInviteUser({ id: await idOf('gone@new.test') })
    await expect(stack.as('nobody').checkTypeUserInviteCodeExpired({ invite_code: code })).rejects.toMatchObject({
      code: 'InviteCodeWrong',
    })
    expect(await idOf('gone@new.test')).toBe('')
    expect((await invite('gone@new.test')).results[0]?.outcome).toBe('invited')
  })

  it('[CALL-091] updates what the invitation says and how long it lasts', async () => {
    await invite('edit@new.test')
    const id = await idOf('edit@new.test')
    const code = await stack.inviteCodeOf('edit@new.test')
    const change = { id, role_type_live: 'presenter', firstname: 'Edie', company_name: 'Edit Co' } as const
    expect(await stack.as('useradmin').updateInviteUser({ ...change, expires_in_days: 30 })).toEqual({
      state: 'enabled',
    })
    expect(await stack.as('nobody').checkTypeUserInviteCodeExpired({ invite_code: code })).toMatchObject({
      role_type_live: 'presenter',
      firstname: 'Edie',
      company_name: 'Edit Co',
    })
    const [link] = await stack.db.select().from(invitationLink).where(eq(invitationLink.invitationId, id))
    expect(link?.expiresAt.getTime()).toBeGreaterThan(Date.now() + 29 * 86_400_000)
  })

  it('mails a new link on request, ends the one before, and sends no second mail within a moment', async () => {
    await invite('again@new.test')
    const id = await idOf('again@new.test')
    const code = await stack.inviteCodeOf('again@new.test')
    await expect(stack.as('useradmin').resendInviteUser({ id })).rejects.toMatchObject({ code: 'TooManyRequests' })
    const before = new Date(Date.now() - 60_000)
    await stack.db.update(invitationLink).set({ createdAt: before }).where(eq(invitationLink.invitationId, id))
    await stack.as('useradmin').resendInviteUser({ id })
    const fresh = await stack.inviteCodeOf('again@new.test')
    expect(fresh).not.toBe(code)
    const check = (invite_code: string) => stack.as('nobody').checkTypeUserInviteCodeExpired({ invite_code })
    await expect(check(code)).rejects.toMatchObject({ code: 'InviteExpired' })
    await expect(check(fresh)).resolves.toMatchObject({ email: 'again@new.test' })
    expect(await mailsTo(stack.db, 'again@new.test')).toHaveLength(2)
  })
})

describe('an invitation that has expired', () => {
  async function expired(email: string) {
    await invite(email)
    const code = await stack.inviteCodeOf(email)
    const id = await idOf(email)
    const past = new Date(Date.now() - 1000)
    await stack.db.update(invitation).set({ expiresAt: past }).where(eq(invitation.id, id))
    await stack.db.update(invitationLink).set({ expiresAt: past }).where(eq(invitationLink.invitationId, id))
    return { id, open: () => stack.as('nobody').checkTypeUserInviteCodeExpired({ invite_code: code }) }
  }

  it('[STATE-059, STATE-060, ERR-024] says so and sends one fresh link to the original address, however many race', async () => {
    const { id, open } = await expired('late@new.test')
    expect((await list('typeuser', { state: 'expired', name: 'late@' })).total).toBe(1)
    const answers = await Promise.allSettled([open(), open(), open()])
    expect(answers.map(answer => answer.status === 'rejected' && answer.reason.code)).toEqual(
      Array(3).fill('InviteExpired'),
    )
    expect(await mailsTo(stack.db, 'late@new.test')).toHaveLength(2)
    await expect(open()).rejects.toMatchObject({ code: 'InviteExpired' })
    expect(await mailsTo(stack.db, 'late@new.test')).toHaveLength(2)
    const fresh = await stack.inviteCodeOf('late@new.test')
    await expect(stack.as('nobody').checkTypeUserInviteCodeExpired({ invite_code: fresh })).resolves.toMatchObject({
      email: 'late@new.test',
    })
    expect((await list('typeuser', { name: 'late@' })).items[0]).toMatchObject({ id, state: 'enabled' })
  })

  it('is sent again when the person is invited again', async () => {
    await expired('late2@new.test')
    expect((await invite('late2@new.test')).results[0]?.outcome).toBe('invited')
    expect(await mailsTo(stack.db, 'late2@new.test')).toHaveLength(2)
  })
})
