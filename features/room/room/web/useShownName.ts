import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { isGuestName } from '#features/core/account/people.ts'

type Labels = ReadonlyMap<string, string>

let labels: Labels = new Map()
const watchers = new Set<() => void>()

/** What a manager calls people without a name, by the number that the room has for them; empty for everyone else. */
const getLabels = () => labels
const watchLabels = (tell: () => void) => {
  watchers.add(tell)
  return () => void watchers.delete(tell)
}
export function setLabels(known: Labels): void {
  labels = known
  for (const tell of watchers) tell()
}

/**
 * [PERM-059] A person's name on a screen: a guest's number gets the word for a guest. A manager sees the address of a
 * person without a name, as in every list.
 */
export function useShownName(): (name: string) => string {
  const { t } = useTranslation('room')
  const labels = useSyncExternalStore(watchLabels, getLabels)
  return name => labels.get(name) ?? (isGuestName(name) ? t('people.guest', { number: name }) : name)
}
