import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import './rehearsal.css'

/** Around every view of a rehearsal: nobody in it takes it for the pitch. */
export function Rehearsed({ children }: { children: ReactNode }) {
  const { t } = useTranslation('rehearsal')
  return (
    <div className="rehearsed">
      <p className="rehearsed-mark">
        <strong>{t('mark')}</strong>
        <span>{t('markHint')}</span>
      </p>
      {children}
    </div>
  )
}
