import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { type Answers, person, renderAt } from '#web/testing/renderAt.tsx'

const id = '00000000-0000-4000-8000-00000000000a'
const app = {
  factor_id: id,
  factor: 'app',
  is_primary: true,
  name: '',
  sent_to: '',
  created_on: '2026-01-01T00:00:00Z',
  last_used: null,
}
const nothingSet = {
  factors: [] as (typeof app)[],
  is_enforced: false,
  recovery_codes_left: 0,
  devices: [],
  proof: 'password',
  sms_sends: false,
  mobile: '',
  sent_to: 'ad•••@quill.example',
}
const codes = ['aaaaa-bbbbb', 'ccccc-ddddd']

function protecting(more: Answers = {}, status = 'off', start = nothingSet): Answers {
  let standing = start
  return {
    getUserInfoByToken: () => ({
      ...person,
      tl_2fa_status: status,
      tl_2fa_primary: standing.factors.length ? 'app' : '',
    }),
    getFactors: () => standing,
    startFactor: () => ({ factor_id: id, sent_to: '', secret: 'ABCDEFGHJKLM', qr: 'data:image/svg+xml;base64,AAAA' }),
    confirmFactor: () => {
      standing = { ...standing, factors: [app], recovery_codes_left: 10 }
      return { recovery_codes: codes }
    },
    removeFactor: () => {
      standing = nothingSet
      return {}
    },
    ...more,
  }
}

describe('the Mfa page', () => {
  it('[ROUTE-082, PROD-049] sets an app: password, code, and the recovery codes that are shown this once', async () => {
    const { user, inputOf } = await renderAt('/personal-info/mfa', protecting())
    await user.click(await screen.findByRole('button', { name: 'Authenticator app' }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Your current password')))
    await user.click(await screen.findByRole('button', { name: 'Show QR code' }))
    expect(await screen.findByText('Enter your password.')).toBeTruthy()
    await user.fill(screen.getByLabelText('Your current password'), 'violet Harbour 27')
    await user.click(screen.getByRole('button', { name: 'Show QR code' }))
    await user.fill(await screen.findByLabelText('Code'), '123456{Enter}')
    expect(inputOf('startFactor')).toEqual({ factor: 'app', current_pass: 'violet Harbour 27' })
    await waitFor(() => expect(inputOf('confirmFactor')).toEqual({ factor_id: id, code: '123456' }))
    for (const code of codes) expect(await screen.findByText(code)).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(screen.getByText('aaaaa-bbbbb')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'I’ve saved them' }))
    await screen.findByRole('button', { name: 'Remove Authenticator app' })
  })

  it('says why a code was not taken, and keeps what was typed', async () => {
    const refusing = protecting({
      confirmFactor: () => {
        throw new CallFailed('CodeWrong')
      },
    })
    const { user } = await renderAt('/personal-info/mfa', {
      ...refusing,
      getFactors: () => ({ ...nothingSet, proof: 'none' }),
    })
    await user.click(await screen.findByRole('button', { name: 'Authenticator app' }))
    await user.click(await screen.findByRole('button', { name: 'Show QR code' }))
    await user.fill(await screen.findByLabelText('Code'), '123456{Enter}')
    expect(await screen.findByText(/The code is incorrect or was already used\./)).toBeTruthy()
    expect((screen.getByLabelText('Code') as HTMLInputElement).value).toBe('123456')
    expect(screen.getByRole('button', { name: 'Start over' })).toBeTruthy()
  })

  it('[NAV-025, NAV-026] is where a person is led whose organisation asks for a factor, and says so', async () => {
    const { where } = await renderAt('/pitches/list', protecting({}, 'required'))
    expect(await screen.findByText(/Your organization requires two-factor authentication\./)).toBeTruthy()
    expect(where.address).toBe('/personal-info/mfa?redirect=%2Fpitches%2Flist')
  })

  it('asks before it removes the last factor, and says what follows', async () => {
    const set = { ...nothingSet, factors: [app], proof: 'none' }
    const { user, inputOf } = await renderAt('/personal-info/mfa', protecting({}, 'on', set))
    await user.click(await screen.findByRole('button', { name: 'Remove Authenticator app' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText(/This is your last method\./)).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(inputOf('removeFactor')).toEqual({ factor_id: id }))
    expect(await screen.findByText('No verification method set up yet.')).toBeTruthy()
  })

  it('[NAV-028] opens while the second step is pending, and shows nothing but the way to it', async () => {
    const { made } = await renderAt('/personal-info/mfa', protecting({}, 'pending'))
    expect(await screen.findByText(/Finish signing in first/)).toBeTruthy()
    expect(made.some(({ call }) => call === 'getFactors')).toBe(false)
  })
})

describe('the security questions', () => {
  const kept = { questions: [] as string[], is_allowed: true, proof: 'none' }
  const page = (more: Answers = {}, state = kept): Answers => ({
    ...protecting({}, 'on', { ...nothingSet, factors: [app] }),
    getSecurityQuestions: () => state,
    updateSecurityQuestions: () => ({}),
    ...more,
  })

  it('[ROUTE-084, RULE-077, RULE-078, RULE-079, RULE-080] are two or three, distinct, asked and answered', async () => {
    const { user, made, inputOf } = await renderAt('/personal-info/security-question', page())
    await user.click(await screen.findByRole('button', { name: 'Save questions' }))
    expect(await screen.findAllByText('Enter a value.')).toHaveLength(4)
    const questions = screen.getAllByLabelText(/^Question \d$/).filter(one => one.tagName === 'INPUT')
    for (const field of questions) await user.fill(field, 'First pet?')
    expect(await screen.findByText('You already have this question.')).toBeTruthy()
    await user.fill(questions[1] as HTMLElement, ' And second')
    await user.type(screen.getByLabelText('Answer 1'), '   ')
    await user.type(screen.getByLabelText('Answer 2'), 'Rex')
    await user.click(screen.getByRole('button', { name: 'Save questions' }))
    expect(screen.getAllByText('Enter a value.')).toHaveLength(1)
    expect(made.some(({ call }) => call === 'updateSecurityQuestions')).toBe(false)
    await user.type(screen.getByLabelText('Answer 1'), 'Ben')
    await user.click(screen.getByRole('button', { name: 'Save questions' }))
    await waitFor(() => expect(JSON.parse(inputOf('updateSecurityQuestions')?.['questions'] ?? '[]')).toHaveLength(2))
    await user.click(screen.getByRole('button', { name: 'Add a third question' }))
    expect(screen.queryByRole('button', { name: 'Add a third question' })).toBeNull()
  })

  it('show what is set without answers, and say where the organisation does not allow them', async () => {
    const set = { questions: ['First pet?', 'First school?'], is_allowed: false, proof: 'none' }
    await renderAt('/personal-info/security-question', page({}, set))
    expect(await screen.findByText('Your organization doesn’t allow security questions.')).toBeTruthy()
    expect(screen.getByText(/2 questions are set/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Save questions' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Remove all' })).toBeTruthy()
  })
})

describe('an administrator', () => {
  it('[CALL-110, CALL-111] sends a code to who is on the phone, and hears whether what they read out is right', async () => {
    const user_id = '00000000-0000-4000-8000-0000000000b1'
    const paul = {
      ...{ user_id, firstname: 'Paul', lastname: 'Reyes', username: 'paul', email: 'paul@quill.example' },
      ...{ company_name: '', roles: ['presenter'], state: 'active', org_id: person.org_id, org_name: 'Quill' },
      ...{ created_on: '2026-01-01T00:00:00Z', last_login: null, tags: [] },
    }
    const { user, inputOf } = await renderAt('/user-management/list', {
      getUserListForEp: () => ({ items: [paul], total: 1 }),
      getFactorsByAdmin: () => ({ factors: 1, questions: 2, email: 'pa•••@quill.example', mobile: '' }),
      sendCodeByAdmin: () => ({ sent_to: 'pa•••@quill.example', minutes: 10 }),
      validateCodeByAdmin: () => ({}),
      clearFactorsByAdmin: () => ({}),
    })
    await user.click(await screen.findByRole('button', { name: /Paul Reyes/, expanded: false }))
    await user.click(await screen.findByRole('menuitem', { name: 'Verify identity or reset verification methods' }))
    await user.click(await screen.findByRole('button', { name: 'Email a code to pa•••@quill.example' }))
    expect(inputOf('sendCodeByAdmin')).toEqual({ user_id, factor: 'email' })
    await user.fill(await screen.findByLabelText('Code'), '12345678{Enter}')
    expect(await screen.findByText('Code verified. This is Paul Reyes.')).toBeTruthy()
    expect(inputOf('validateCodeByAdmin')).toEqual({ user_id, code: '12345678' })
    await user.click(screen.getByRole('button', { name: 'Reset verification methods' }))
    expect(await screen.findByText(/signs .* out everywhere/)).toBeTruthy()
  })
})
