import texts from 'virtual:texts'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { nobody, renderAt } from '#web/testing/renderAt.tsx'

/** What a sentence says that promises mail. */
const promise =
  /\b[Ww]e(’ll|’re)? (e?mail|emailed|emailing|answer by|reply|will reply)|will reply|\b[Ww]e (sent|send) (you|a (new )?(link|one)|your (link|username))|gets? an email|an email with|\bby email\b(?! or)|[Ee]mail (me|a code)|emails them|[Ss]ent to \{\{(to|email)|\b[Ss]end (a code )?to \{\{|Check your (email|inbox)|(activation|cancellation) email|Replies are sent|digits (we sent|from the email)|in your email\b/
/** Sentences that no server breaks, each with the reason. */
const kept: Readonly<Record<string, string>> = {
  'audit:entry.account.resendActivation': 'what somebody did',
  'mail:outbox.sent': 'the state of a mail that was sent',
  'organisation:enforce_second_factor.hint': 'names the ways of a second step; each says itself whether it works',
  'registration:wait.missing': 'names the mail in which the link was, on whatever server',
  'mailpages:answer.closed': 'names the mail in which the link was, on whatever server',
  'registration:code.missing': 'the digits of the mail, wherever it was read',
  'support:topic.secondFactor.a': 'names the ways of a second step; each says itself whether it works',
  'factor:set.sentTo': 'of text messages as well',
  'invite:fields.languageHint': 'the language of what is written',
}

type Words = { readonly [key: string]: string | Words }
function* sentences(words: Words, path: string): Generator<readonly [string, string]> {
  for (const [key, value] of Object.entries(words)) {
    const at = path.endsWith(':') ? path + key : `${path}.${key}`
    if (typeof value === 'string') yield [at, value]
    else yield* sentences(value, at)
  }
}
const english = new Map(
  Object.entries(texts['en'] ?? {}).flatMap(([name, words]) => [...sentences(words as Words, `${name}:`)]),
)
const bare = (key: string) => key.replace(/_(zero|one|other)$/, '')
const bases = new Set([...english.keys()].map(bare))

describe('sentences about mail', () => {
  it('each have another form for a server that sends none', () => {
    const broken = [...english]
      .filter(([key, words]) => !bare(key).endsWith('Kept') && !key.startsWith('audit:') && promise.test(words))
      .filter(([key]) => !kept[key] && !bases.has(`${bare(key)}Kept`))
    expect(broken).toEqual([])
  })

  it('have no other form that promises mail as well', () => {
    const broken = [...english].filter(([key, words]) => bare(key).endsWith('Kept') && promise.test(words))
    expect(broken.map(([key]) => key)).toEqual([])
  })

  it.each([
    [true, /we’ll email you a link to set a new password/],
    [false, /^Enter your email address\. This server doesn’t send email/],
  ])('follow the server, whether a screen knows of it or not (sends: %s)', async (sends, words) => {
    await renderAt('/forgot-password', { ...nobody, getRegistrationInfo: () => ({ open: false, sends }) })
    expect(await screen.findByText(words)).toBeTruthy()
  })

  it('say at a partner’s link whom to ask, and never that a link was sent', async () => {
    const pitch = {
      ...{
        uuid: crypto.randomUUID(),
        presentation_name: 'Open day',
        presenter_name: 'Paula',
        company_name: '',
        about: '',
      },
      ...{ start_date_raw: '2099-01-01T10:00:00Z', end_date_raw: '2099-01-01T11:00:00Z', status: 0 },
    }
    const { user } = await renderAt('/join-session1/key/tag', {
      ...nobody,
      getRegistrationInfo: () => ({ open: false, sends: false }),
      getPartnerPitchList: () => ({ org_name: 'Quill Ventures', items: [pitch] }),
      joinAsGuest: () => ({}),
    })
    await screen.findByText(/Quill Ventures will give you your link/)
    await user.click(screen.getByRole('button', { name: 'Join Open day' }))
    await user.type(screen.getByLabelText(/First name/), 'Gus')
    await user.type(screen.getByLabelText(/Last name/), 'Wu')
    await user.fill(screen.getByLabelText(/[Ee]mail/), 'guest.wu@x.test')
    await user.click(screen.getByRole('button', { name: 'Request my link' }))
    await screen.findByText(/this server doesn’t send email\. Ask Quill Ventures for it/)
    expect(document.body.textContent).not.toMatch(/We sent|We’ll email/)
  })
})
