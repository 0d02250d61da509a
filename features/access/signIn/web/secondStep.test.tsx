import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { decodeAccount, encodeAccount } from '#features/access/session/web/stepAddress.ts'
import { type Answers, nobody, person, renderAt } from '#web/testing/renderAt.tsx'
import { readerZone } from '#web/ui/readerZone.ts'

const tokens = { access_token: 'a', refresh_token: 'r', token_type: 'Bearer', expires_in: 60 }
const told = {
  next: 'secondStep',
  factors: [
    { factor: 'app', sent_to: '' },
    { factor: 'email', sent_to: 'ad•••@quill.example' },
  ],
  has_recovery_codes: true,
  questions: ['Your first school?', 'Your first pet?'],
  ends_at: '2030-01-01T00:00:00Z',
}

/** A server at which ada's second step is pending until one of the calls finishes it. */
function waiting(more: Answers = {}): Answers {
  let done = false
  const finish = () => {
    done = true
    return tokens
  }
  return {
    getUserInfoByToken: () => ({ ...person, tl_2fa_status: done ? 'on' : 'pending', tl_2fa_primary: 'app' }),
    checkUserForConsoleLogin: () => told,
    verifyTwoFactorCode: finish,
    loginBySecurityQuestion: finish,
    sendTwoFactorCode: () => ({ sent_to: 'ad•••@quill.example', minutes: 10, sends: true }),
    getLoginLogList: () => ({ items: [], total: 0 }),
    ...more,
  }
}
const refuse = (code: ErrorCode) => () => {
  throw new CallFailed(code)
}
afterEach(() => sessionStorage.clear())

describe('the second step', () => {
  it('[ROUTE-034, NAV-027] is where a pending sign-in is led, and leads on to the page that was wanted', async () => {
    const { user, where, inputOf } = await renderAt('/login-logs/list?page=2', waiting())
    await screen.findByRole('heading', { name: 'Verify it’s you' })
    const [path, search] = where.address.split('?')
    expect(decodeAccount(path?.split('/')[2])).toEqual({ username: 'ada', factor: 'app' })
    expect(search).toBe('redirect=%2Flogin-logs%2Flist%3Fpage%3D2')
    await user.fill(await screen.findByLabelText('Code'), ' 123 456 ')
    await user.click(screen.getByLabelText(/Don’t ask again in this browser for 30 days/))
    await user.click(screen.getByRole('button', { name: 'Verify' }))
    await screen.findByRole('heading', { name: 'Sign-in history' })
    expect(inputOf('verifyTwoFactorCode')).toEqual({ factor: 'app', code: '123 456', remember: '1' })
    expect(where.address).toBe('/login-logs/list?page=2')
  })

  it('[CONST-035] shows the first page in the zone of the profile, not of the device', async () => {
    const there = { getUserInfoByToken: waiting().getUserInfoByToken, ...waiting() }
    const { user } = await renderAt('/admin/index', {
      ...there,
      getUserInfoByToken: input => ({ ...(there.getUserInfoByToken?.(input) as object), timezone: 'Asia/Kathmandu' }),
    })
    await user.fill(await screen.findByLabelText('Code'), '123456')
    await user.click(screen.getByRole('button', { name: 'Verify' }))
    await waitFor(() => expect(screen.queryByLabelText('Code')).toBeNull())
    expect(readerZone()).toBe('Asia/Kathmandu')
  })

  it('[ERR-017, ERR-018, ERR-019, RULE-081, RULE-082] says what is wrong with a code: empty, of the wrong length, wrong', async () => {
    const { user, made } = await renderAt('/admin/index', waiting({ verifyTwoFactorCode: refuse('CodeWrong') }))
    const field = await screen.findByLabelText('Code')
    await user.click(screen.getByRole('button', { name: 'Verify' }))
    expect(await screen.findByText('Enter the code.')).toBeTruthy()
    await user.fill(field, '12345')
    expect(await screen.findByText('The code has the wrong length. Check it and try again.')).toBeTruthy()
    expect(made.some(({ call }) => call === 'verifyTwoFactorCode')).toBe(false)
    await user.type(field, '6{Enter}')
    expect(await screen.findByText(/The code is incorrect or was already used\./)).toBeTruthy()
    expect((field as HTMLInputElement).value).toBe('123456')
  })

  it('[ERR-020] says so on a page that can be opened but shows nothing before the second step', async () => {
    await renderAt('/personal-info/profile', waiting({ getPersonalInfo: refuse('SecondStepPending') }))
    expect((await screen.findAllByText('Please verify your factor')).length).toBeGreaterThan(0)
  })

  it('sends a code when that way is chosen, once, and another only after a while', async () => {
    const { user, made, inputOf } = await renderAt('/admin/index', waiting())
    await user.click(await screen.findByRole('button', { name: 'Email a code to ad•••@quill.example' }))
    expect(await screen.findByText(/We sent the code to ad•••@quill.example/)).toBeTruthy()
    expect(made.filter(({ call }) => call === 'sendTwoFactorCode')).toHaveLength(1)
    expect(screen.getByRole('button', { name: /Send a new code/ }).hasAttribute('disabled')).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Recovery code' }))
    await user.click(await screen.findByRole('button', { name: 'Email a code to ad•••@quill.example' }))
    await screen.findByRole('button', { name: /Send a new code/ })
    expect(made.filter(({ call }) => call === 'sendTwoFactorCode')).toHaveLength(1)
    await user.fill(screen.getByLabelText('Code'), '1234 5678{Enter}')
    await waitFor(() => expect(inputOf('verifyTwoFactorCode')?.['factor']).toBe('email'))
  })

  it('says where the code waits when it cannot leave the server', async () => {
    const sendTwoFactorCode = () => ({ sent_to: 'ad•••@quill.example', minutes: 10, sends: false })
    const { user } = await renderAt('/admin/index', waiting({ sendTwoFactorCode }))
    await user.click(await screen.findByRole('button', { name: 'Email a code to ad•••@quill.example' }))
    expect(await screen.findByText(/This server can’t send the code to/)).toBeTruthy()
    expect(screen.queryByText(/We sent the code to/)).toBeNull()
  })

  it('takes a recovery code, which is longer', async () => {
    const { user, inputOf } = await renderAt('/admin/index', waiting())
    await user.click(await screen.findByRole('button', { name: 'Recovery code' }))
    await user.fill(await screen.findByLabelText('Recovery code'), 'abcde-fghjk{Enter}')
    await waitFor(() =>
      expect(inputOf('verifyTwoFactorCode')).toMatchObject({ factor: 'recovery', code: 'abcde-fghjk' }),
    )
  })

  it('says when the quarter of an hour is over, and leads to the sign-in with the page that was wanted', async () => {
    const over: Answers = { ...nobody, checkUserForConsoleLogin: () => ({ ...told, next: 'password', factors: [] }) }
    await renderAt('/two-factor-authentication/x?redirect=%2Fpitches%2Flist', over)
    expect(await screen.findByRole('heading', { name: 'Nothing to verify' })).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Sign in' })
    expect(link.getAttribute('href')).toBe('/login?redirect=%2Fpitches%2Flist')
  })
})

describe('the security questions of a sign-in', () => {
  const address = `/security-questions-login/${encodeAccount({ username: 'ada', factor: 'app' })}`
  it('[ROUTE-035, PROD-050] finish it, both answers', async () => {
    const { user, inputOf } = await renderAt(address, waiting())
    await user.fill(await screen.findByLabelText('Your first school?'), ' Elm ')
    await user.type(screen.getByLabelText('Your first pet?'), 'Rex{Enter}')
    await waitFor(() => expect(inputOf('loginBySecurityQuestion')).toEqual({ answer1: 'Elm', answer2: 'Rex' }))
  })

  it.each([
    ['AnswerOneWrong', 'The answer to security question 1 is incorrect. Check it and try again.', [true, false]],
    ['AnswerTwoWrong', 'The answer to security question 2 is incorrect. Check it and try again.', [false, true]],
    ['AnswersWrong', 'The answers to both security questions are incorrect. Check them and try again.', [true, true]],
  ] as const)('[ERR-014, ERR-015, ERR-016] %s shows where it belongs', async (code, words, wrong) => {
    const { user } = await renderAt(address, waiting({ loginBySecurityQuestion: refuse(code) }))
    const fields = [await screen.findByLabelText('Your first school?'), screen.getByLabelText('Your first pet?')]
    for (const field of fields) await user.type(field, 'x')
    await user.keyboard('{Enter}')
    expect(await screen.findByText(words)).toBeTruthy()
    expect(fields.map(field => field.getAttribute('aria-invalid') === 'true')).toEqual(wrong)
  })

  it('are not offered where they cannot be used', async () => {
    await renderAt(address, waiting({ checkUserForConsoleLogin: () => ({ ...told, questions: [] }) }))
    expect(await screen.findByText('Security questions can’t be used for this sign-in.')).toBeTruthy()
  })
})

describe('the account in the address', () => {
  it('[ROUTE-034] carries any user name, and tells nothing of what is no account', () => {
    for (const username of ['ada', '张伟', 'a/b?c', ''])
      expect(decodeAccount(encodeAccount({ username, factor: 'sms' }))).toEqual({ username, factor: 'sms' })
    expect(encodeAccount({ username: '???>>>', factor: 'app' })).toMatch(/^[\w-]+$/)
    for (const nonsense of [undefined, '', '%%%', 'bnVsbA', 'eyJ1c2VybmFtZSI6W119', 'IjEi'])
      expect(decodeAccount(nonsense)).toEqual({ username: '', factor: '' })
    expect(decodeAccount(btoa('{"username":"ada","factor":"none"}'))).toEqual({ username: 'ada', factor: '' })
  })
})
