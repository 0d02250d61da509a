import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { isGuestName } from '#features/core/account/people.ts'
import { getLabels, watchLabels } from './labels.ts'

/**
 * [PERM-059] A person's name on a screen: a guest's number gets the word for a guest. A manager sees the address of a person
 * without a name, as in every list.
 */
export function useShownName(): (name: string) => string {
  const { t } = useTranslation('room')
  const labels = useSyncExternalStore(watchLabels, getLabels)
  return name => labels.get(name) ?? (isGuestName(name) ? t('people.guest', { number: name }) : name)
}
