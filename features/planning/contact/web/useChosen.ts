import { type RefObject, useEffect } from 'react'
import { useLocation } from 'react-router'
import type { InviteePerson } from '#features/core/part/rules.ts'
import { takeChosen } from './chosen.ts'

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
