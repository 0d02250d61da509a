import { useTranslation } from 'react-i18next'
import { formatMoney } from './money.ts'

/** An amount of minor units, in figures of one width. */
export function Money({ minor, currency }: { minor: number; currency: string }) {
  const { i18n } = useTranslation()
  return <span className="tabular">{formatMoney(minor, currency, i18n.language)}</span>
}
