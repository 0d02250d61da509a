import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { type Answers, renderAt } from '#web/testing/renderAt.tsx'

const uuid = '00000000-0000-4000-8000-000000000007'
const token = 'a-token-of-a-join-link-of-43-characters-long'
const pitch = (status: 0 | 2 | 4, url = `https://pitch.example/join-session/${uuid}?access_token=${token}`) => ({
  ...{ uuid, status, url, starts: '2026-12-01T10:00:00Z', ends: '2026-12-01T11:00:00Z' },
})
const mail = (status?: 0 | 2 | 4) => ({
  ...{ subject: 'Invitation: Harbour', html: '<p>Come</p>', language: 'en', created_at: '2026-11-20T10:00:00Z' },
  ...(status !== undefined && { pitch: pitch(status) }),
})
const view = (path: string, status?: 0 | 2 | 4) =>
  renderAt(`${path}#c0de`, { getViewInBrowserData: () => mail(status) })
const refuse = (code: 'PitchNotFound' | 'NotSignedIn' | 'NotAllowed' | 'JoinLinkExpired') => () => {
  throw new CallFailed(code)
}

describe('a mail in a browser', () => {
  it.each(['/view-in-browser/unstarted-session', '/view-in-browser/unstarted-session-small'])(
    '[ROUTE-061, ROUTE-064] offers the calendar before the start at %s',
    async path => {
      await view(path, 0)
      const link = await screen.findByRole('link', { name: 'Save to calendar' })
      expect(link.getAttribute('href')).toBe(`/save-to-calendar/${uuid}#${token}`)
      expect(screen.getByTitle('Invitation: Harbour').getAttribute('sandbox')).not.toMatch(/scripts|same-origin/)
    },
  )
  it.each(['/view-in-browser/session-started', '/view-in-browser/session-started-small'])(
    '[ROUTE-062, ROUTE-065] lets one join while it is live at %s',
    async path => {
      await view(path, 2)
      expect((await screen.findByRole('link', { name: 'Join now' })).getAttribute('href')).toContain(token)
    },
  )
  it('leads to the feedback once the pitch is over', async () => {
    await view('/view-in-browser/all-in-one', 4)
    const link = await screen.findByRole('link', { name: 'Give feedback' })
    expect(link.getAttribute('href')).toBe(`/email/feedback/pitch#${uuid}.${token}`)
  })
  it('goes on to the form for the moment at which it is read', async () => {
    const { where } = await view('/view-in-browser/unstarted-session-small', 2)
    await screen.findByRole('link', { name: 'Join now' })
    await waitFor(() => expect(where.address).toBe('/view-in-browser/session-started-small'))
  })
  it('[ROUTE-066] is compact at all-in-one-small, and is shown alone when it is about no pitch', async () => {
    await view('/view-in-browser/all-in-one-small')
    expect((await screen.findByTitle('Invitation: Harbour')).closest('[data-small]')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'This pitch now' })).toBeNull()
  })
  it('[ROUTE-060] leads a presenter to their pitch', async () => {
    await view('/email/presenter', 0)
    expect(await screen.findByRole('link', { name: 'Open pitch' })).toBeTruthy()
  })
})

describe('[ROUTE-067] a pitch without a code', () => {
  const at = `/view-in-browser/all-in-one-small/${uuid}`
  it('is open to a stranger only when it is public', async () => {
    const known = () => ({ group_chat_id: uuid })
    await renderAt(at, { CheckPitchUUID: known })
    expect((await screen.findByRole('link', { name: 'Open pitch' })).getAttribute('href')).toBe(`/join-session/${uuid}`)
  })
  it('does not exist for a stranger when it is private', async () => {
    await renderAt(at, { CheckPitchUUID: refuse('PitchNotFound') })
    expect(await screen.findByText(/This pitch doesn’t exist/)).toBeTruthy()
  })
})

describe('[ROUTE-068] click-here', () => {
  it('sends nothing by itself, takes the address out of the address bar, and says the same for every address', async () => {
    const { user, made, inputOf, where } = await renderAt('/view-in-browser/click-here/grace@fund.example', {
      sendJoinLinks: () => ({}),
    })
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Email address' })
    expect(field.value).toBe('grace@fund.example')
    expect(made.map(({ call }) => call)).not.toContain('sendJoinLinks')
    expect(where.address).not.toContain('evil')
    await user.click(screen.getByRole('button', { name: 'Email me a new link' }))
    expect(await screen.findByText(/If this address is invited/)).toBeTruthy()
    expect(inputOf('sendJoinLinks')).toEqual({ email: 'grace@fund.example' })
  })
})

describe('/email/answer', () => {
  it('says that a link has expired, and leads to a new one', async () => {
    const { user, where } = await renderAt(`/email/answer/yes#${uuid}.${token}`, {
      getInvitation: refuse('JoinLinkExpired'),
    })
    expect(await screen.findByText(/This join link has expired/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'I’ll attend' })).toBeNull()
    await user.click(screen.getByRole('link', { name: 'Get a new join link' }))
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Email address' })).value).toBe('')
    expect(where.address).toBe('/view-in-browser/click-here/me')
  })
})

describe('[ROUTE-070] /save-to-calendar', () => {
  const entry = {
    ...{ title: 'Harbour', presenter: 'Ada', starts: '2026-12-01T10:00:00Z', ends: '2026-12-01T11:00:00Z' },
    ...{ url: `https://pitch.example/join-session/${uuid}`, ics: 'BEGIN:VCALENDAR' },
  }
  const open = (hash: string, answers: Answers = {}) =>
    renderAt(`/save-to-calendar/${uuid}${hash}`, { getPitchCalendar: () => entry, ...answers })

  it('offers the file and the usual calendars', async () => {
    await open('')
    const file = await screen.findByRole('link', { name: 'Download calendar file' })
    expect(decodeURIComponent(file.getAttribute('href') ?? '')).toContain('BEGIN:VCALENDAR')
    // as the invitation writes it, without seconds
    expect(document.querySelector('.public-lead time')?.textContent).toMatch(
      /^Tuesday, December 1, 2026 at \d+:00 [AP]M \(/,
    )
    const google = new URL(screen.getByRole('link', { name: 'Google Calendar' }).getAttribute('href') ?? '')
    expect(google.searchParams.get('dates')).toBe('20261201T100000Z/20261201T110000Z')
    for (const name of ['Outlook.com', 'Microsoft 365']) expect(screen.getByRole('link', { name })).toBeTruthy()
  })
  it('opens a private pitch by the reader’s own link', async () => {
    const { made, inputOf } = await open(`#${token}`, {
      exchangeJoinLink: () => ({ access_token: 'x', expires_in: 60 }),
    })
    await screen.findByRole('link', { name: 'Download calendar file' })
    expect(inputOf('exchangeJoinLink')).toMatchObject({ uuid, access_token: token })
    const order = made.map(({ call }) => call)
    expect(order.indexOf('exchangeJoinLink')).toBeLessThan(order.indexOf('getPitchCalendar'))
  })
  it('is the page of a pitch that does not exist for a stranger', async () => {
    await open('', { getPitchCalendar: refuse('PitchNotFound') })
    expect(await screen.findByText(/This pitch doesn’t exist/)).toBeTruthy()
  })
})

describe('[ROUTE-059] /email/feedback/pitch', () => {
  it('exchanges the reader’s link and goes on to the pitch', async () => {
    const { inputOf, made } = await renderAt(`/email/feedback/pitch#${uuid}.${token}`, {
      exchangeJoinLink: () => ({ access_token: 'x', expires_in: 60 }),
    })
    await waitFor(() => expect(inputOf('exchangeJoinLink')).toMatchObject({ uuid, access_token: token }))
    await waitFor(() => expect(made.map(({ call }) => call)).toContain('getPitchStatus'))
  })
  it.each(['', '#https://evil.example', `#${uuid}`])('goes nowhere by %j', async hash => {
    const { made } = await renderAt(`/email/feedback/pitch${hash}`)
    expect(await screen.findByText(/Open your own link/)).toBeTruthy()
    expect(made.map(({ call }) => call)).not.toContain('exchangeJoinLink')
  })
})

describe('[ROUTE-069] /view-in-browser/send-code', () => {
  it('takes the code, and mails another', async () => {
    const { user, inputOf, where } = await renderAt('/view-in-browser/send-code', {
      resendEmail: () => ({}),
      confirmEmail: () => ({ email: 'grace@fund.example' }),
    })
    await user.click(await screen.findByRole('button', { name: 'Email me a new code' }))
    expect(await screen.findByText(/A new code is on its way/)).toBeTruthy()
    await user.type(screen.getByRole('textbox'), '12345678')
    await user.click(screen.getAllByRole('button', { name: /confirm/i })[0] as HTMLElement)
    await waitFor(() => expect(where.address).toBe('/email/verifysuccess'))
    expect(inputOf('confirmEmail')).toEqual({ code: '12345678' })
  })
  it('asks a stranger to sign in first', async () => {
    const { user, where } = await renderAt('/view-in-browser/send-code', { resendEmail: refuse('NotSignedIn') })
    await user.click(await screen.findByRole('button', { name: 'Email me a new code' }))
    await waitFor(() => expect(where.address).toMatch(/^\/login\?redirect=/))
  })
})

describe('[ROUTE-058] /email/test', () => {
  it('shows a kind of mail in a language, width and form, without scripts', async () => {
    const { user, inputOf } = await renderAt('/email/test', {
      getMailPreview: ({ kind }) => ({
        subject: `A ${kind}`,
        html: '<p>Hi <img class="brand" src="data:image/png;base64,eA==" alt="Quill"></p><script>1</script>',
        text: 'Plain words',
      }),
    })
    expect((await screen.findByTitle('A pitchInvitation')).getAttribute('sandbox')).toBe('')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Kind of email' }), 'commitmentReceipt')
    await screen.findByTitle('A commitmentReceipt')
    await user.selectOptions(screen.getAllByRole('combobox', { name: 'Language' }).at(-1) as HTMLElement, 'zh-Hant')
    await waitFor(() => expect(inputOf('getMailPreview')).toEqual({ kind: 'commitmentReceipt', language: 'zh-Hant' }))
    const form = screen.getByRole('combobox', { name: 'Display' })
    await user.selectOptions(form, 'bare')
    expect(screen.getByTitle('A commitmentReceipt').getAttribute('srcdoc')).toContain('<p>Hi Quill</p>')
    await user.selectOptions(form, 'text')
    expect(await screen.findByText('Plain words')).toBeTruthy()
  })
  it('is for administrators', async () => {
    await renderAt('/email/test', { getMailPreview: refuse('NotSignedIn') })
    expect((await screen.findByRole('link', { name: 'Sign in' })).getAttribute('href')).toContain('%2Femail%2Ftest')
  })
})
