import { useTranslation } from 'react-i18next'
import { isGuestName } from '#features/core/account/people.ts'

/** [PERM-059] A person's name on a screen: a guest's number gets the word for a guest. */
export function useShownName(): (name: string) => string {
  const { t } = useTranslation('room')
  return name => (isGuestName(name) ? t('people.guest', { number: name }) : name)
}
