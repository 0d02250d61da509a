import { notifications } from '@mantine/notifications'
import { cleanup, configure, render, screen } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, vi } from 'vitest'
import { calls } from '#app/contract/calls.ts'
import { AllRoutes } from '#app/web/routes.tsx'
import { CallFailed, pathOf } from '#contract/call.ts'
import { errors } from '#contract/errors.ts'
import type { Language } from '#contract/fields.ts'
import { TOGETHER } from '#contract/wire.ts'
import { usualConfig } from '#features/core/account/rules.ts'
import { startClient, wire } from '#web/client/wire.ts'
import { storedLanguage } from '#web/i18n/language.ts'
import { forgetMail } from '#web/i18n/mail.ts'
import { startAllTexts } from './texts.ts'

configure({
  // the first test of a file also waits for the screens' code
  asyncUtilTimeout: 20_000,
  // without the page, which takes a tenth of the time to write for every attempt that finds nothing yet; screen.debug() shows it
  getElementError: message => Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' }),
})
// a call without an answer is made four times more; to wait a second before each is what http.test.ts looks at
startClient({ ...wire, pause: 0 })
// happy-dom has no fonts to wait for; fields that grow with their text listen for them
if (!document.fonts) Object.defineProperty(document, 'fonts', { value: new EventTarget() })

type Fields = Record<string, string>
/** The server's answer to a call: the output, or a thrown `CallFailed`. */
export type Answers = Partial<Record<keyof typeof calls, (input: Fields) => unknown>>

export const person = {
  user_id: '00000000-0000-4000-8000-000000000001',
  firstname: 'Ada',
  lastname: 'Okafor',
  username: 'ada',
  email: 'ada@quill.example',
  head_image: '',
  roles: ['superadmin'],
  is_vc: false,
  org_id: '00000000-0000-4000-8000-000000000002',
  org_name: 'Quill Capital',
  timezone: 'America/New_York',
  language: 'en',
  session_timeout: 30,
  mobile_access: true,
  company_header_logo2: '',
  support_email: '',
}

const none = { items: [], total: 0 }
const nothingElse: Answers = {
  getPitchesNow: () => none,
  getPitchListForEp: () => none,
  getTicketList: () => none,
  getLoginInfo: () => ({
    last_login: { description: 'signedIn', ip: '127.0.0.1', at: '2026-11-20T10:00:00Z' },
    failed_since: 0,
    recent: [],
  }),
  getInvitedPitchList: () => none,
  getAllUpcomingPitches: () => none,
  getPitchDraftListForPresenter: () => none,
  getNoticeList: () => ({ ...none, unread: 0 }),
  getUserConfig: () => usualConfig,
  getRegistrationInfo: () => ({ open: false, sends: true }),
  getContactSources: () => ({ google: false }),
  getMyAccountAccess: () => none,
  searchAccountList: () => none,
  getUserOrganisationList: () => none,
}

/** Renders without a session. */
export const nobody: Answers = {
  getUserInfoByToken: () => {
    throw new CallFailed('NotSignedIn')
  },
}
export const signedInAs = (...roles: string[]): Answers => ({ getUserInfoByToken: () => ({ ...person, roles }) })

/** The same answers, and in `calls` the inputs of the calls, in order. */
export function noting(answers: Answers): { noted: Answers; calls: [string, unknown][] } {
  const calls: [string, unknown][] = []
  const note = (name: string, answer: (input: Fields) => unknown) => (input: Fields) => {
    calls.push([name, input])
    return answer(input)
  }
  const noted = Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, note(name, answer)]))
  return { noted, calls }
}

/**
 * Opens the whole web app at an address, over a server that gives these answers. `null`: a first visit chooses the
 * language.
 */
export async function renderAt(address: string, answers: Answers = {}, language: Language | null = 'en') {
  const made: { call: string; input: Fields }[] = []
  const known: Answers = { ...nothingElse, ...signedInAs('superadmin'), ...answers }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const fields = (form: string): Fields => Object.fromEntries(new URLSearchParams(form))
    const answer = (call: string, input: Fields) => {
      const name = call as keyof typeof calls
      made.push({ call, input })
      return respond(name, () => known[name]?.(input))
    }
    // a file of a multipart call by its name
    const parts =
      init.body instanceof FormData ? [...init.body].map(([field, part]) => [field, nameOf(part)]) : undefined
    const form: Fields = parts ? Object.fromEntries(parts) : fields(String(init.body))
    if (path === TOGETHER) {
      const asked = JSON.parse(form['calls'] ?? '') as { call: string; form: string }[]
      const data = await Promise.all(asked.map(one => answer(one.call, fields(one.form)).json()))
      return new Response(JSON.stringify({ code: 1, message: '', data }))
    }
    const [call] = Object.entries(calls).find(([name, known]) => pathOf(name, known) === path) ?? []
    return call ? answer(call, form) : new Response('', { status: 404 })
  })
  if (language) localStorage.setItem('rostrum.language', language)
  else localStorage.removeItem('rostrum.language')
  forgetMail()
  await startAllTexts(language ?? storedLanguage())
  const user = withFill(userEvent.setup())
  const where = { address: '' }
  /** Every address that the app was at, in order. */
  const addresses: string[] = []
  render(
    <MemoryRouter initialEntries={[address]}>
      <AllRoutes />
      <Where seen={where} all={addresses} />
    </MemoryRouter>,
  )
  return {
    ...{ user, made, where, addresses },
    inputOf: (call: string) => made.findLast(one => one.call === call)?.input,
    /** Opens the menu of this name and chooses an act in it. */
    choose: async (menu: string | RegExp, act: string) => {
      await user.click(await screen.findByRole('button', { name: menu }))
      await user.click(await screen.findByRole('menuitem', { name: act }))
    },
  }
}

/**
 * The same person, who can also `fill` a field with a whole text at once, as a paste does: a form is drawn again for every
 * letter that is typed. An `{Enter}` at the end is pressed.
 */
function withFill(user: UserEvent) {
  return Object.assign(user, {
    fill: async (field: Element, text: string) => {
      await user.click(field)
      await user.paste(text.replace(/\{Enter\}$/, ''))
      if (text.endsWith('{Enter}')) await user.keyboard('{Enter}')
    },
  })
}

/** Tells a test the address that the app is at, and where it has been. */
function Where({ seen, all }: { seen: { address: string }; all: string[] }) {
  const { pathname, search } = useLocation()
  seen.address = pathname + search
  if (all.at(-1) !== seen.address) all.push(seen.address)
  return null
}

function respond(name: keyof typeof calls, answer: () => unknown): Response {
  const { answer: form } = calls[name]
  const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
  try {
    const output = answer()
    return json(form === 'bare' ? output : { code: 1, message: '', [form]: output })
  } catch (failure) {
    if (!(failure instanceof CallFailed)) throw failure
    const { code, fields } = failure
    const body = form === 'bare' ? { error: 'invalid_grant', error_code: code } : { code: 0, error: code, message: '' }
    return json({ ...body, ...(fields ? { fields } : {}) }, errors[code])
  }
}

afterEach(() => {
  cleanup()
  notifications.clean() // five are shown at once; a sixth waits until one of an earlier test has gone
  localStorage.clear()
  vi.unstubAllGlobals()
})

const nameOf = (part: FormDataEntryValue): string => (typeof part === 'string' ? part : part.name)
