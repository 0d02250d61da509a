import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { draftDetail } from '#features/planning/draft/web/testDraft.ts'
import { pitchDetail } from '#features/planning/plan/web/testPitch.ts'
import { type Answers, renderAt, signedInAs } from '#web/testing/renderAt.tsx'
import type { Contact, FetchedContacts } from '../contract.ts'
import { forgetFetched, keepChosen, takeChosen } from './chosen.ts'

const left = vi.hoisted(() => vi.fn())
vi.mock('#web/client/leavePage.ts', () => ({ leavePage: left }))

// on a busy machine the screens' code takes longer than a test waits
beforeAll(async () => {
  await import('./SelectGoogleContacts.tsx')
  await import('./GoogleCallback.tsx')
  await import('#features/planning/send/web/PitchInvite.tsx')
}, 120_000)
afterEach(() => {
  forgetFetched()
  sessionStorage.clear()
  left.mockReset()
})

const { uuid } = pitchDetail()
const form = `/pitches/invite/${uuid}`
const contact = (id: number, firstname: string, ...emails: [email: string, held?: boolean][]): Contact => ({
  ...{ id, source: id < 3 ? 'own' : 'other', firstname, lastname: firstname && 'Park', company: '' },
  emails: emails.map(([email, held = false]) => ({ email, held })),
})
const fetched = (more: Partial<FetchedContacts> = {}): FetchedContacts => ({
  go_to: form,
  contacts: [
    contact(0, 'Ada', ['ada@fund.example'], ['ada@home.example']),
    contact(1, 'Bo', ['bo@fund.example', true]),
    contact(2, 'Cy', ['cy@fund.example', true], ['cy@home.example']),
    contact(3, '', ['lin@fund.example']),
  ],
  sources: [
    { source: 'own', state: 'read', contacts: 3, without: 2, more: false },
    { source: 'other', state: 'read', contacts: 1, without: 0, more: true },
  ],
  ...more,
})
const server = (more: Answers = {}): Answers => ({
  ...signedInAs('presenter'),
  getContactSources: () => ({ google: true }),
  importGoogleContacts: () => fetched(),
  getPitchDetail: () => pitchDetail(),
  getPitchAttendeeList: () => ({ items: [], total: 0, answers: { yes: 0, no: 0 } }),
  getWaitingInviteeList: () => ({ items: [], total: 0 }),
  getListList: () => ({ items: [], total: 0 }),
  ...more,
})
const back = (state: string) => `/google-people-callback?code=a-code&state=${state.padEnd(20, 'x')}`

describe('Google contacts', () => {
  it('[SCREEN-020, ROUTE-098] are fetched over Google’s consent, for the form that asked', async () => {
    const start = { startGoogleContacts: () => ({ url: 'https://accounts.example/consent' }) }
    const { user, inputOf, where } = await renderAt(form, server(start))
    await user.click(await screen.findByRole('link', { name: 'Select Google Contacts' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Select Google Contacts' })).toBeTruthy()
    expect(where.address).toBe(`/pitches/select-google-contacts?for=${encodeURIComponent(form)}`)
    await user.click(await screen.findByRole('button', { name: 'Continue to Google' }))
    await waitFor(() => expect(left).toHaveBeenCalledWith('https://accounts.example/consent'))
    expect(inputOf('startGoogleContacts')).toEqual({ redirect: form })
  })

  it('[ROUTE-033] are searched and chosen, with one address each, and brought to the form, which begins at its people', async () => {
    const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
    const { user, inputOf, where } = await renderAt(back('a'), server())
    expect(await screen.findByText('2 contacts have no email address.')).toBeTruthy()
    expect(inputOf('importGoogleContacts')).toMatchObject({ code: 'a-code' })
    const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
    expect(box('Select Bo Park').disabled).toBe(true)
    expect(screen.getByText('Suppressed: gets no email')).toBeTruthy()
    await user.type(screen.getByLabelText('Search by name, email, or company'), 'home')
    await waitFor(() => expect(screen.queryByText('lin@fund.example')).toBeNull())
    await user.click(box('Select all 2 contacts'))
    await user.click(screen.getByRole('combobox', { name: 'Email address of Ada Park' }))
    await user.click(await screen.findByRole('option', { name: 'ada@home.example' }))
    await user.clear(screen.getByLabelText('Search by name, email, or company'))
    await user.click(await screen.findByRole('checkbox', { name: 'Select lin@fund.example' }))
    await user.click(screen.getByRole('button', { name: 'Add 3 people' }))
    const list = await screen.findByLabelText<HTMLTextAreaElement>('People to invite')
    await waitFor(() =>
      expect(list.value).toBe('Ada Park <ada@home.example>\nCy Park <cy@home.example>\nlin@fund.example'),
    )
    expect(where.address).toBe(form)
    expect(document.activeElement).toBe(list)
    expect(scrolled).toHaveBeenCalledWith(0, 850)
    expect(sessionStorage.length).toBe(0)
    scrolled.mockRestore()
  })

  it.each([
    ['NAV-006', '/pitches/create'],
    ['NAV-007', `/pitches/edit-draft?id=${draftDetail().id}`],
  ])('[%s] brought to %s are taken once, by that form alone, which begins at 850', async (_, path) => {
    const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
    keepChosen({ path, people: [{ email: 'ada@fund.example', firstname: '', lastname: '' }] })
    expect(takeChosen('/pitches/createbyadmin')).toEqual([])
    await renderAt(path, server({ getPitchDraftForPresenter: () => draftDetail() }))
    const list = await screen.findByLabelText<HTMLTextAreaElement>('People to invite')
    await waitFor(() => expect(list.value).toContain('ada@fund.example'))
    expect(scrolled).toHaveBeenLastCalledWith(0, 850)
    expect(document.activeElement).toBe(list)
    expect(takeChosen(path)).toEqual([])
    scrolled.mockRestore()
  })

  it('say what Google has refused, and how to begin again', async () => {
    const refused = () => {
      throw new CallFailed('ContactsLimited')
    }
    await renderAt(back('b'), server({ importGoogleContacts: refused }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('Google limits how often contacts are read. Try again in a few minutes.')
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Start again' }).pathname).toBe(
      '/pitches/select-google-contacts',
    )
  })

  it('ask nothing of the server when the person turns back at Google', async () => {
    const { made } = await renderAt('/google-people-callback?error=access_denied&state=abc', server())
    expect(await screen.findByRole('heading', { name: 'You canceled at Google' })).toBeTruthy()
    expect(made.map(({ call }) => call)).not.toContain('importGoogleContacts')
  })

  it('are mentioned nowhere where they are not set up', async () => {
    await renderAt(form, server({ getContactSources: () => ({ google: false }) }))
    await screen.findByLabelText('People to invite')
    expect(within(document.body).queryByText(/Google/)).toBeNull()
  })
})
