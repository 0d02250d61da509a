import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { JoinInfo } from '#features/room/room/web/joinInfo.ts'
import { RehearsalActs } from './RehearsalActs.tsx'
import './rehearsal.css'

interface Props {
  /** In the room itself: the acts that end the rehearsal or start the pitch. */
  acts?: JoinInfo
  children: ReactNode
}

/** Frames every view of a rehearsal, so that it is not mistaken for the pitch. */
export function Rehearsed({ acts, children }: Props) {
  const { t } = useTranslation('rehearsal')
  return (
    <div className="rehearsed">
      <section className="rehearsed-mark" data-look="dark" aria-label={t('mark')}>
        <p>
          <strong>{t('mark')}</strong>
          <span>{t('markHint')}</span>
        </p>
        {acts && <RehearsalActs info={acts} />}
      </section>
      {children}
    </div>
  )
}
