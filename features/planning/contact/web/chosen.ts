import { type RefObject, useEffect } from 'react'
import { useLocation } from 'react-router'
import type { InviteePerson } from '#features/core/part/rules.ts'
import type { FetchedContacts } from '../contract.ts'

const KEY = 'rostrum.contacts'

interface Chosen {
  /** The path of the form that they are for. */
  readonly path: string
  readonly people: readonly InviteePerson[]
}

/** Keeps the chosen people in this tab until the form at a path takes them. */
export function keepChosen(chosen: Chosen): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(chosen))
  } catch {
    // a browser that keeps nothing: the form opens without them
  }
}

/** The people who wait for the form at a path; they are taken once. */
export function takeChosen(path: string): readonly InviteePerson[] {
  try {
    const chosen = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Chosen | null
    if (chosen?.path !== path) return []
    sessionStorage.removeItem(KEY)
    return chosen.people
  } catch {
    return []
  }
}

/** What Google has answered, between the page that it sends the browser back to and the screen; a reload forgets it. */
let fetched: FetchedContacts | undefined

export const keepFetched = (contacts: FetchedContacts): void => {
  fetched = contacts
}
export const fetchedContacts = (): FetchedContacts | undefined => fetched
export const forgetFetched = (): void => {
  fetched = undefined
}

/** The screen on which contacts are chosen for the form at a path. */
export const selectPath = (form: string): string => `/pitches/select-google-contacts?for=${encodeURIComponent(form)}`

/** The form to go back to: a path of this console, else the one for a new pitch. */
export const formPath = (asked: string | null): string =>
  asked && /^\/(pitches|pitch-management)\//.test(asked) ? asked : '/pitches/create'

/** [NAV-006, NAV-007] Where a form begins that contacts were brought to: its list of people is thereabouts. */
const BROUGHT_TO = 850

/** Hands contacts that were chosen for this form to it, and begins at its list of people, which gets the focus. */
export function useChosen(take: (people: readonly InviteePerson[]) => void, list: RefObject<HTMLElement | null>): void {
  const { pathname, search } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each visit
  useEffect(() => {
    const people = takeChosen(pathname + search)
    if (people.length === 0) return
    take(people)
    list.current?.focus({ preventScroll: true })
    scrollTo(0, BROUGHT_TO)
  }, [])
}
