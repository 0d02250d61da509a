import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { isGuestName } from '#features/core/account/people.ts'
import { getLabels, labelOf, watchLabels } from './labels.ts'

/**
 * [PERM-059] A person's name on a screen: a guest's number gets the word for a guest. A manager sees the address of a person
 * without a name, as in every list.
 */
export function useShownName(): (name: string) => string {
  const { t } = useTranslation('room')
  useSyncExternalStore(watchLabels, getLabels)
  return name => (isGuestName(name) ? (labelOf(name) ?? t('people.guest', { number: name })) : name)
}
