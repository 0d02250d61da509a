import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { deviceZone } from '#contract/times.ts'
import { pitch, pitchAnswers, snapshot } from '#features/room/room/web/testing/fakeRoom.ts'
import { renderAt, signedInAs } from '#web/testing/renderAt.tsx'
import { connected, deliver } from './testing/roomPage.ts'

/** The browser’s own, for the emails of a person without a profile. */
const timezone = deviceZone()
const known = { CheckPitchUUID: () => ({ group_chat_id: pitch }) }

/** Opens a join link, which the page reads from the browser's own address bar. */
function open(token: string, answers = {}) {
  history.replaceState(null, '', `/join-session/${pitch}?access_token=${token}`)
  return renderAt(`/join-session/${pitch}`, {
    ...pitchAnswers('attendee', 0),
    exchangeJoinLink: () => ({ access_token: 'x', expires_in: 60 }),
    ...known,
    ...answers,
  })
}
const refusing = (code: ErrorCode) => () => {
  throw new CallFailed(code)
}

afterEach(() => vi.restoreAllMocks())

describe('a join link', () => {
  it('[NAV-029, NAV-030, NAV-031, ROUTE-011] stores the token, then checks the pitch, then goes to the waiting page', async () => {
    const { made, where } = await open('token-one')
    await waitFor(() => expect(where.address).toBe(`/join-session-wait?pitch=${pitch}`))
    const [exchange, check] = made
    expect(exchange).toEqual({ call: 'exchangeJoinLink', input: { uuid: pitch, access_token: 'token-one', timezone } })
    expect(check).toEqual({ call: 'CheckPitchUUID', input: { uuid: pitch } })
    expect(made.filter(({ call }) => call === 'exchangeJoinLink')).toHaveLength(1)
  })

  it('leaves the address bar before the server has answered, and when it is refused', async () => {
    const rendered = open('token-two', { exchangeJoinLink: refusing('JoinLinkWrong') })
    await rendered
    expect(location.href).not.toContain('token-two')
  })

  it.each([
    ['JoinLinkWrong', 'This link isn’t valid', 1],
    ['JoinLinkExpired', 'This link has expired', 1],
    ['JoinLinkDisabled', 'This link is disabled', 0],
    ['RemovedFromRoom', 'You were removed from this room', 0],
    ['PitchNotFound', 'This link isn’t valid', 1],
  ] as const)('[ERR-021, ERR-024] says what %s means and what to do', async (code, title, signIns) => {
    await open(`token-${code}`, { exchangeJoinLink: refusing(code) })
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    expect(document.querySelector('p')?.textContent?.length).toBeGreaterThan(20)
    // where no sign-in helps, none is offered
    expect(screen.queryAllByRole('link', { name: 'Sign in' })).toHaveLength(signIns)
  })

  it('keeps the link while the server is away, and goes on by itself', async () => {
    let away = true
    const exchangeJoinLink = () => (away ? refusing('Unavailable')() : { access_token: 'x', expires_in: 60 })
    const { where, inputOf } = await open('token-kept', { exchangeJoinLink })
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
    away = false
    await waitFor(() => expect(where.address).toBe(`/join-session-wait?pitch=${pitch}`))
    expect(inputOf('exchangeJoinLink')).toEqual({ uuid: pitch, access_token: 'token-kept', timezone })
  })

  it('asks a visitor without link and account to sign in or use their link', async () => {
    history.replaceState(null, '', `/join-session/${pitch}`)
    await renderAt(`/join-session/${pitch}`, { ...pitchAnswers('attendee'), getJoinInfo: refusing('NotSignedIn') })
    const link = await screen.findByRole('link', { name: 'Sign in' })
    expect(link.getAttribute('href')).toBe(`/login?redirect=${encodeURIComponent(`/join-session/${pitch}`)}`)
  })

  it.each(['SecondStepPending', 'FactorRequired', 'PasswordExpired', 'PolicyPending'] as const)(
    'leads a caller with a pending sign-in (%s) to its next step, and back here',
    async code => {
      history.replaceState(null, '', `/join-session/${pitch}`)
      await renderAt(`/join-session/${pitch}`, { ...pitchAnswers('attendee'), getJoinInfo: refusing(code) })
      const link = await screen.findByRole('link', { name: 'Continue' })
      expect(link.getAttribute('href')).toBe(`/login?redirect=${encodeURIComponent(`/join-session/${pitch}`)}`)
    },
  )

  it('lets a signed-in person join a live pitch with one click', async () => {
    history.replaceState(null, '', `/join-session/${pitch}`)
    const { user, where } = await renderAt(`/join-session/${pitch}`, pitchAnswers('attendee'))
    await user.click(await screen.findByRole('button', { name: 'Join' }))
    expect(where.address).toBe(`/live/${pitch}`)
  })
})

describe('the door of a pitch that is live', () => {
  afterEach(() => void vi.useRealTimers())

  it.each([true, false])('[STATE-085] shows beside the company whether it was verified: %s', async company_verified => {
    const answers = pitchAnswers('attendee')
    const getJoinInfo = () => ({ ...(answers.getJoinInfo?.({}) as object), company_verified })
    await renderAt(`/join-session-wait?pitch=${pitch}`, { ...answers, getJoinInfo })
    await screen.findByRole('button', { name: 'Join' })
    expect(screen.queryByText('Verified enterprise') !== null).toBe(company_verified)
  })

  it.each(['attendee', 'coHost'])('leads %s on once the pitch has ended, instead of inviting to join', async part => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] })
    let status = 2
    const getPitchStatus = () => ({ status, current_page: 1, current_index: 0 })
    const { where } = await renderAt(`/join-session-wait?pitch=${pitch}`, { ...pitchAnswers(part), getPitchStatus })
    expect(await screen.findByText('Paula Reyes is presenting now')).toBeTruthy()
    status = 3
    await vi.advanceTimersByTimeAsync(15_000)
    await waitFor(() => expect(where.address).toBe(`/live/${pitch}`))
  })
})

describe('[ROUTE-020] the waiting page', () => {
  it('[STATE-016] counts down, says who starts, shows the deal, and lets in by itself', async () => {
    const { where } = await renderAt(`/join-session-wait?pitch=${pitch}`, pitchAnswers('attendee', 0))
    expect(
      await screen.findByText('You’ll join automatically when Paula Reyes starts. Keep this page open.'),
    ).toBeTruthy()
    expect(screen.getByRole('timer').textContent).toMatch(/^(01hours00minutes00|00hours59minutes5\d)seconds$/)
    expect(screen.getByText('Pens that write contracts.')).toBeTruthy()
    expect(screen.getByText('Ivan Petrov')).toBeTruthy()
    await connected()
    deliver('snapshot', snapshot(3, { status: 0 }))
    const payload = { startedAt: new Date().toISOString(), host: pitch }
    deliver('event', { seq: 4, type: 'pitchStarted', payload, at: '' })
    await waitFor(() => expect(where.address).toBe(`/live/${pitch}`))
  })

  it('speaks the language that a person reads', async () => {
    await renderAt(`/join-session-wait?pitch=${pitch}`, pitchAnswers('attendee', 0), 'zh-Hant')
    expect(await screen.findByText(/您將自動進入/)).toBeTruthy()
  })

  const lin = signedInAs('attendee').getUserInfoByToken?.({}) as object
  it('speaks the browser’s Chinese to a person whose language nobody has said, and asks for nothing', async () => {
    vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-480)
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['zh-TW', 'en'])
    const answers = { ...pitchAnswers('attendee', 0), getUserInfoByToken: () => ({ ...lin, language_guessed: true }) }
    const { made } = await renderAt(`/join-session-wait?pitch=${pitch}`, answers, null)
    expect(await screen.findByText(/您將自動進入/)).toBeTruthy()
    expect(made.map(({ call }) => call)).not.toContain('updateLanguage')
  })

  it('speaks the language that an invitation says, whatever the browser’s', async () => {
    vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-480)
    const answers = { ...pitchAnswers('attendee', 0), getUserInfoByToken: () => lin }
    await renderAt(`/join-session-wait?pitch=${pitch}`, answers, null)
    expect(await screen.findByText(/You’ll join automatically/)).toBeTruthy()
  })

  it('makes a language that was chosen here before the person’s own, and one that is chosen at the door', async () => {
    const answers = { ...pitchAnswers('attendee', 0), getUserInfoByToken: () => lin, updateLanguage: () => ({}) }
    const { user, made } = await renderAt(`/join-session-wait?pitch=${pitch}`, answers, 'zh-Hant')
    expect(await screen.findByText(/您將自動進入/)).toBeTruthy()
    await user.selectOptions(await screen.findByRole('combobox', { name: '語言' }), 'zh-Hans')
    await waitFor(() =>
      expect(made.filter(({ call }) => call === 'updateLanguage').map(({ input }) => input)).toEqual([
        { language: 'zh-Hant' },
        { language: 'zh-Hans' },
      ]),
    )
  })
})

describe('a person who was invited by an address alone', () => {
  /** The door of a pitch in this state, where no one knows the caller's name until it is given. */
  function nameless(status: 0 | 2) {
    let name = ''
    const answers = pitchAnswers('attendee', status)
    const getJoinInfo = () => ({ ...(answers.getJoinInfo?.({}) as object), name })
    const giveName = (input: { name: string }) => {
      name = input.name
      return { name }
    }
    history.replaceState(null, '', `/join-session/${pitch}`)
    return renderAt(`/join-session/${pitch}`, { ...answers, getJoinInfo, giveName } as never)
  }

  it('is asked for their name and firm at the door while they wait, once', async () => {
    const { user, inputOf } = await nameless(0)
    await user.click(await screen.findByRole('button', { name: 'Save name' }))
    expect(screen.getByText('Enter your name, for example Ann Lee.')).toBeTruthy()
    expect(inputOf('giveName')).toBeUndefined()
    await user.fill(screen.getByLabelText('Your name'), ' 林美玲 ')
    await user.fill(screen.getByLabelText('Company (optional)'), 'Reef Capital')
    await user.click(screen.getByRole('button', { name: 'Save name' }))
    expect(await screen.findByText('林美玲')).toBeTruthy()
    expect(inputOf('giveName')).toEqual({ name: '林美玲', company_name: 'Reef Capital' })
    expect(screen.queryByRole('button', { name: 'Save name' })).toBeNull()
  })

  it('joins a live pitch with their name, or without one', async () => {
    const { user, where, inputOf } = await nameless(2)
    await user.type(await screen.findByLabelText('Your name'), 'Lin')
    await user.click(screen.getByRole('button', { name: 'Join' }))
    await waitFor(() => expect(where.address).toBe(`/live/${pitch}`))
    expect(inputOf('giveName')).toMatchObject({ name: 'Lin' })
  })

  it('need not say it', async () => {
    const { user, where, inputOf } = await nameless(2)
    await user.click(await screen.findByRole('button', { name: 'Join without a name' }))
    await waitFor(() => expect(where.address).toBe(`/live/${pitch}`))
    expect(inputOf('giveName')).toBeUndefined()
  })
})
