import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { policyPath, policyVersions } from '#features/access/policy/rules.ts'
import { type Answers, nobody, person, renderAt, signedInAs } from '#web/testing/renderAt.tsx'

const goodPassword = 'violet Harbour 27'
const id = '00000000-0000-4000-8000-00000000000a'
const invite = {
  type: 'presenter',
  email: 'pat@new.example',
  code: 'c0de',
  firstname: 'Pat',
  lastname: 'Presenter',
  company_name: 'Pat Co',
  role_type_live: 'presenter',
  org_name: 'Quill Capital',
}
const kinds = [
  ['presenter', 'checkPresenterInviteCode', 'register', `/become-presenter/${id}`],
  ['typeuser', 'checkTypeUserInviteCodeExpired', 'registerTypeUserByEmail', `/become-typeuser/vc/${id}`],
  ['superadmin', 'checkSuperAdminInviteCode', 'registerSuperAdminByEmail', `/become-superadmin/${id}`],
] as const
const failing = (code: ErrorCode) => () => {
  throw new CallFailed(code)
}

/** A server that signs in the caller of one of these calls. */
function signingIn(answers: Answers, ...calls: (keyof Answers)[]): Answers {
  let isIn = false
  const enter = () => {
    isIn = true
    return { mailed: false }
  }
  return {
    ...answers,
    ...Object.fromEntries(calls.map(call => [call, enter])),
    getUserInfoByToken: () => (isIn ? { ...person, roles: ['vc'], policy_pending: [] } : failing('NotSignedIn')()),
  }
}

async function choosePassword(user: Awaited<ReturnType<typeof renderAt>>['user'], agree: string | RegExp) {
  await user.fill(await screen.findByLabelText('New password'), goodPassword)
  await user.fill(screen.getByLabelText('Confirm password'), goodPassword)
  await user.click(screen.getByRole('checkbox', { name: agree }))
}

describe('the link of an invitation', () => {
  it.each(kinds)(
    '[ROUTE-013, ROUTE-014, ROUTE-015, ROUTE-016, ROUTE-018, ROUTE-019] leads %s on to the form, and its code out of the address',
    async (kind, check, register, path) => {
      const answers = signingIn({ [check]: () => ({ ...invite, type: kind }) }, register)
      const { user, where, inputOf } = await renderAt(`${path}?invite_code=c0de`, answers)
      expect(await screen.findByText(/Quill Capital invited pat@new.example/)).toBeTruthy()
      expect(where.address).toBe(`/sign-up-${kind}`)
      expect(inputOf(check)).toEqual({ invite_code: 'c0de' })
      await user.click(screen.getByRole('button', { name: 'Create my account' }))
      expect(await screen.findByText('Agree before you continue.')).toBeTruthy()
      expect(inputOf(register)).toBeUndefined()
      await choosePassword(user, /I agree to the/)
      await user.click(screen.getByRole('button', { name: 'Create my account' }))
      await waitFor(() => expect(where.address).toBe('/personal-info/profile'))
      expect(inputOf(register)).toMatchObject({
        code: 'c0de',
        email: 'pat@new.example',
        firstname: 'Pat',
        company_name: 'Pat Co',
        password: goodPassword,
        terms_version: policyVersions.terms_of_service,
        privacy_version: policyVersions.privacy_policy,
      })
    },
  )

  it.each(kinds)(
    '[ROUTE-021, ROUTE-022, ROUTE-023, ERR-024] waits for %s where it has expired',
    async (kind, check, _, path) => {
      const answers = { ...nobody, [check]: failing('InviteExpired') }
      const { where } = await renderAt(`${path}?invite_code=c0de`, answers)
      expect(await screen.findByRole('heading', { name: 'This link has expired' })).toBeTruthy()
      expect(where.address).toBe(`/become-${kind}-wait`)
    },
  )

  it.each([
    ['ERR-022', 'InviteCodeWrong', 'This invitation link isn’t valid.'],
    ['STATE-056', 'InviteDisabled', 'This invitation is disabled.'],
    ['ERR-026', 'EmailExists', 'its address has an account.'],
  ] as const)('[%s] says what %s means', async (_, code, words) => {
    await renderAt(`/become-presenter/${id}?invite_code=c0de`, { ...nobody, checkPresenterInviteCode: failing(code) })
    expect(await screen.findByText(new RegExp(words))).toBeTruthy()
  })

  it('[ERR-023] that is for another person goes on once the person who is signed in has signed out', async () => {
    let isOut = false
    const { user, where } = await renderAt(`/become-presenter/${id}?invite_code=c0de`, {
      checkPresenterInviteCode: () => (isOut ? invite : failing('InviteNotYours')()),
      writeLogout: () => {
        isOut = true
        return {}
      },
    })
    expect(await screen.findByRole('heading', { name: 'This invitation is for someone else' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Sign out and continue' }))
    await waitFor(() => expect(where.address).toBe('/sign-up-presenter'))
  })
})

describe('registering', () => {
  const open: Answers = { getRegistrationInfo: () => ({ open: true }), sendVerificationCodeEmail: () => ({}) }

  it('[ROUTE-017, ENT-087] as an investor takes a code from the mailbox', async () => {
    const answers = signingIn(open, 'registerInvestorByEmail')
    const { user, where, inputOf } = await renderAt('/sign-up/investor', answers)
    await user.fill(await screen.findByLabelText('Email'), 'ivy@new.example')
    await user.click(screen.getByRole('button', { name: 'Send code' }))
    expect(await screen.findByText(/We’re sending a code to ivy@new.example/)).toBeTruthy()
    expect(inputOf('sendVerificationCodeEmail')).toMatchObject({ email: 'ivy@new.example', type: 'investor' })
    await user.fill(screen.getByLabelText('Code from the email'), '12345678')
    await user.type(screen.getByLabelText('First name'), 'Ivy')
    await user.fill(screen.getByLabelText('Last name'), 'Investor')
    await user.click(screen.getByRole('combobox', { name: 'Investing experience' }))
    await user.click(await screen.findByRole('option', { name: '2–5 years' }))
    await choosePassword(user, /I agree to the/)
    await user.click(screen.getByRole('button', { name: 'Create my account' }))
    await waitFor(() => expect(where.address).toBe('/personal-info/profile'))
    expect(inputOf('registerInvestorByEmail')).toMatchObject({
      email_code: '12345678',
      investing_experience: 'twoToFiveYears',
    })
  })

  it('says of each empty field what to enter', async () => {
    const { user } = await renderAt('/sign-up/account', { ...nobody, ...open })
    await user.click(await screen.findByRole('button', { name: 'Create my account' }))
    for (const words of ['Enter your email address.', 'Enter your first name.', 'Enter your last name.'])
      expect(screen.getByText(words)).toBeTruthy()
    expect(screen.queryByText('Enter a value.')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email')))
  })

  it.each([
    ['en', ['First name', 'Last name']],
    ['zh-Hans', ['姓', '名']],
    ['zh-Hant', ['姓氏', '名字']],
  ] as const)('asks for the names in the order of %s', async (language, names) => {
    await renderAt('/sign-up/account', { ...nobody, ...open }, language)
    const [first, second] = await Promise.all(names.map(name => screen.findByLabelText(name)))
    expect(first?.compareDocumentPosition(second as Node)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it.each([
    ['ERR-028', 'EmailExists', 'This email address already has an account. Use another one.'],
    ['ERR-029', 'EmailCodeWrong', 'The email code is incorrect.'],
    ['ERR-030', 'VerificationCodeError', 'This verification code has expired or was tried too often.'],
    ['ERR-027', 'UserExists', 'This username is taken.'],
  ] as const)('[%s] says %s beside the form and keeps what was typed', async (_, code, words) => {
    const { user } = await renderAt('/sign-up/account', { ...nobody, ...open, registerByEmail: failing(code) })
    await user.fill(await screen.findByLabelText('Email'), 'ivy@new.example')
    await user.fill(screen.getByLabelText('Code from the email'), '12345678')
    await user.type(screen.getByLabelText('First name'), 'Ivy')
    await user.fill(screen.getByLabelText('Last name'), 'Investor')
    await choosePassword(user, /I agree to the/)
    await user.click(screen.getByRole('button', { name: 'Create my account' }))
    expect((await screen.findByRole('alert')).textContent).toContain(words)
    expect((screen.getByLabelText('First name') as HTMLInputElement).value).toBe('Ivy')
  })

  it('[ROUTE-038, ROUTE-027] by a mailed link leads to the page that says so, and sends it again', async () => {
    const { user, where, inputOf } = await renderAt('/register/account', {
      ...nobody,
      ...open,
      registerByEmail: () => ({ mailed: true }),
    })
    await user.fill(await screen.findByLabelText('Email'), 'ivy@new.example')
    await user.type(screen.getByLabelText('First name'), 'Ivy')
    await user.fill(screen.getByLabelText('Last name'), 'Investor')
    await user.click(screen.getByRole('checkbox', { name: /I agree to the/ }))
    await user.click(screen.getByRole('button', { name: 'Email me a link' }))
    expect(await screen.findByText(/If ivy@new.example can register/)).toBeTruthy()
    expect(where.address).toBe('/signup-email-sent')
    expect(inputOf('registerByEmail')).not.toHaveProperty('password')
    await user.click(screen.getByRole('button', { name: 'Resend' }))
    expect(await screen.findByText('Sent again.')).toBeTruthy()
    expect(inputOf('sendVerificationCodeEmail')).toMatchObject({ email: 'ivy@new.example', type: 'activation' })
  })

  it('[CALL-205] where it is by invitation, offers to ask for one', async () => {
    const closed = { ...nobody, getRegistrationInfo: () => ({ open: false }), sendMemberInfo: () => ({}) }
    const { user, inputOf } = await renderAt('/sign-up/account', closed)
    const part = (await screen.findByRole('heading', { name: 'No invitation?' })).closest('section') as HTMLElement
    await user.fill(within(part).getByLabelText('Your name'), 'Ann Asks')
    await user.fill(within(part).getByLabelText('Email'), 'ann@new.example')
    await user.click(within(part).getByRole('button', { name: 'Request an invitation' }))
    expect(await screen.findByText(/Request sent\./)).toBeTruthy()
    expect(inputOf('sendMemberInfo')).toEqual({ email: 'ann@new.example', name: 'Ann Asks' })
  })
})

describe('the activation pages', () => {
  it.each([
    ['ROUTE-025', '/activate-account', 'activeAccount'],
    ['ROUTE-026', '/activate-investor-account', 'activeInvestorAccount'],
  ] as const)('[%s] %s has the owner of the mailbox choose the password', async (_, path, call) => {
    const check = () => ({ email: 'ivy@new.example', firstname: 'Ivy' })
    const { user, where, inputOf } = await renderAt(`${path}/t0ken`, signingIn({ checkActivationLink: check }, call))
    await choosePassword(user, /I agree to the/)
    expect(where.address).toBe(path)
    await user.click(screen.getByRole('button', { name: 'Create my account' }))
    await waitFor(() => expect(where.address).toBe('/personal-info/profile'))
    expect(inputOf(call)).toMatchObject({ account: 't0ken', password: goodPassword })
  })

  it('say that a new link is on its way when one has expired', async () => {
    await renderAt('/activate-account/t0ken', { ...nobody, checkActivationLink: failing('LinkExpired') })
    expect(await screen.findByRole('heading', { name: 'This link has expired' })).toBeTruthy()
  })
})

describe('the page of the policies', () => {
  it('[SCREEN-042] stands before the console until each text is agreed to, then leads on', async () => {
    let pending = ['terms_of_service', 'privacy_policy']
    const { user, where, made } = await renderAt('/personal-info/profile', {
      getUserInfoByToken: () => ({ ...person, roles: ['vc'], policy_pending: pending }),
      agreePolicy: ({ policy_type }) => {
        pending = pending.filter(one => one !== policy_type)
        return {}
      },
    })
    expect(await screen.findByRole('heading', { name: 'Before you continue' })).toBeTruthy()
    expect(where.address).toBe('/policy-agreement?redirect=%2Fpersonal-info%2Fprofile')
    await user.click(screen.getByRole('checkbox', { name: /Terms of service/ }))
    await user.click(screen.getByRole('button', { name: 'Agree and continue' }))
    expect(made.map(({ call }) => call)).not.toContain('agreePolicy')
    await user.click(screen.getByRole('checkbox', { name: /Privacy policy/ }))
    await user.click(screen.getByRole('button', { name: 'Agree and continue' }))
    await waitFor(() => expect(where.address).toBe('/personal-info/profile'))
    expect(made.filter(({ call }) => call === 'agreePolicy').map(({ input }) => input['file_path'])).toEqual([
      policyPath('terms_of_service'),
      policyPath('privacy_policy'),
    ])
  })
})

describe('the invitation screens', () => {
  const row = {
    id,
    type: 'typeuser',
    role_type_live: 'vc',
    email: 'nora@fund.example',
    firstname: 'Nora',
    lastname: 'Newcomer',
    head_image: '',
    company_name: '',
    sharefile_folder_id: '',
    state: 'enabled',
    org_name: 'Quill Capital',
    invited_by: 'Ada Okafor',
    uses: 0,
    max_uses: 1,
    created_on: '2026-11-20T10:00:00.000Z',
    expires_on: '2026-11-27T10:00:00.000Z',
  }
  const list: Answers = { getInviteTypeUserList: () => ({ items: [row], total: 1 }) }

  it.each([
    ['[SCREEN-016]', '/user-management/invitations', 'useradmin', 'User invitation', 'typeuser'],
    ['[SCREEN-019, ROUTE-114]', '/presenter-invitation', 'pitchadmin', 'Presenter invitation', 'presenter'],
    ['[ROUTE-115]', '/superadmin-invitation', 'superadmin', 'Super admin invitation', 'superadmin'],
  ] as const)('%s %s lists the invitations of its kind', async (_, path, role, title, type) => {
    const { inputOf } = await renderAt(path, { ...signedInAs(role), ...list })
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    expect(await screen.findByText('nora@fund.example')).toBeTruthy()
    expect(inputOf('getInviteTypeUserList')).toMatchObject({ type })
  })

  it('[PERM-065] tells an administrator, who may open every address, who invites superadmins', async () => {
    const { made } = await renderAt('/superadmin-invitation', { ...signedInAs('admin'), ...list })
    expect(await screen.findByText('Only super admins can invite super admins.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Invite super admins' })).toBeNull()
    expect(made.map(({ call }) => call)).not.toContain('getInviteTypeUserList')
  })

  it('[ERR-025, ERR-026, CALL-085] says what became of each address', async () => {
    const { user, inputOf } = await renderAt('/user-management/invitations', {
      ...list,
      createInviteTypeUser: () => ({
        results: [
          { email: 'a@new.example', outcome: 'invited' },
          { email: 'b@new.example', outcome: 'UserExists' },
          { email: 'c@new.example', outcome: 'InvitationExists' },
        ],
      }),
    })
    await user.click(await screen.findByRole('button', { name: 'Invite users' }))
    await user.fill(await screen.findByLabelText(/^Email addresses/), 'a@new.example, b@new.example, c@new.example')
    await user.click(screen.getByRole('button', { name: 'Send invitations' }))
    for (const words of ['Invited', 'User already exists', 'Invitation already exists'])
      expect((await screen.findAllByText(words)).length).toBeGreaterThan(0)
    expect(inputOf('createInviteTypeUser')).toMatchObject({ role_type_live: 'vc' })
  })

  it('[STATE-057, STATE-058] switches a link off, and asks before it deletes one', async () => {
    const { user, inputOf, choose } = await renderAt('/user-management/invitations', {
      ...list,
      toggleInviteUser: () => ({ state: 'disabled' }),
      deleteInviteUser: () => ({}),
    })
    await choose(/Actions for nora/, 'Disable')
    await waitFor(() => expect(inputOf('toggleInviteUser')).toEqual({ id }))
    await choose(/Actions for nora/, 'Delete')
    expect(inputOf('deleteInviteUser')).toBeUndefined()
    await user.click(await screen.findByRole('button', { name: 'Delete invitation' }))
    await waitFor(() => expect(inputOf('deleteInviteUser')).toEqual({ id }))
  })
})

describe('the page of a partner', () => {
  it('[ROUTE-012, PROD-011] lets a guest choose a public pitch and mails them their link', async () => {
    const { user, inputOf } = await renderAt('/join-session1/k3y/acme', {
      ...nobody,
      getPartnerPitchList: () => ({
        org_name: 'Quill Capital',
        items: [
          {
            uuid: id,
            presentation_name: 'Open day',
            presenter_name: 'Paul',
            company_name: '',
            about: '',
            start_date_raw: '2026-12-01T10:00:00.000Z',
            end_date_raw: '2026-12-01T11:00:00.000Z',
            status: 0,
          },
        ],
      }),
      joinAsGuest: () => ({}),
    })
    await user.click(await screen.findByRole('button', { name: 'Join Open day' }))
    await user.type(await screen.findByLabelText('First name'), 'Gus')
    await user.fill(screen.getByLabelText('Last name'), 'Guest')
    await user.fill(screen.getByLabelText('Email'), 'gus@new.example')
    await user.click(screen.getByRole('button', { name: 'Email me my link' }))
    expect(await screen.findByText(/We sent your link for Open day to gus@new.example/)).toBeTruthy()
    expect(inputOf('joinAsGuest')).toMatchObject({ developerkey: 'k3y', tag: 'acme', uuid: id })
  })
})

describe('compliance', () => {
  const agreement = {
    policy_type: 'terms_of_service',
    version: policyVersions.terms_of_service,
    agreed_on: '2026-11-02T09:00:00.000Z',
    ip: '198.51.100.3',
    current: true,
  }

  it('[ROUTE-085, PERM-004] shows a member what they agreed to, and links to the text of today only', async () => {
    await renderAt('/personal-info/compliance', {
      ...signedInAs('member'),
      getMyAgreements: () => ({
        items: [agreement, { ...agreement, version: '2025-01-31', current: false }],
        total: 2,
      }),
    })
    const [newer, older] = (await screen.findAllByRole('row')).slice(1)
    expect(
      within(newer as HTMLElement)
        .getByRole('link')
        .getAttribute('href'),
    ).toBe(policyPath('terms_of_service'))
    expect(older?.textContent).toContain('January 31, 2025')
    expect(older?.textContent).toContain('An earlier version')
    expect(within(older as HTMLElement).queryByRole('link')).toBeNull()
  })

  it('[PERM-004] is open to admin, who passes every check, and to no other role', async () => {
    const answers = { getMyAgreements: () => ({ items: [], total: 0 }) }
    await renderAt('/personal-info/compliance', { ...signedInAs('admin'), ...answers })
    await screen.findByText('You haven’t agreed to any terms yet.')
    cleanup()
    await renderAt('/personal-info/compliance', { ...signedInAs('vc'), ...answers })
    await waitFor(() => expect(screen.queryByRole('heading', { level: 1, name: 'Agreements' })).toBeNull())
  })
})
