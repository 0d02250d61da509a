import { useTranslation } from 'react-i18next'
import { isGuestName } from '#features/core/account/people.ts'

/** [PERM-059] What somebody is called on a screen: a guest by a number alone, with the word that says so. */
export function useShownName(): (name: string) => string {
  const { t } = useTranslation('room')
  return name => (isGuestName(name) ? t('people.guest', { number: name }) : name)
}
