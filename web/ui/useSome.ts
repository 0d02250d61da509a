import { useTranslation } from 'react-i18next'
import { writeItems } from '#contract/amounts.ts'

/** The most names that a sentence lists. */
const MOST_NAMED = 10

/** Writes names as a list, at most ten of them, and how many more there are. */
export function useSome(): (names: readonly string[]) => string {
  const { t, i18n } = useTranslation('common')
  return names => {
    const items = writeItems(names.slice(0, MOST_NAMED), i18n.language)
    const count = names.length - MOST_NAMED
    return count > 0 ? t('andMore', { items, count }) : items
  }
}
