import { useTranslation } from 'react-i18next'

/** Whom a send goes to, as the parts of a list: so many people, and so many contact lists. */
export function useGoesTo(): (attendees: number, lists: number) => string[] {
  const { t } = useTranslation('send')
  return (attendees, lists) => [
    ...(attendees > 0 || lists === 0 ? [t('people', { count: attendees })] : []),
    ...(lists > 0 ? [t('lists', { count: lists })] : []),
  ]
}
