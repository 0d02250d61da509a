import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { AccreditationGap } from '#features/core/pitch/rules.ts'

/** [ENT-010] What a person lacks to join a pitch for accredited investors, and the way to the guide. */
export function AccreditationDoor({ pitch, gap }: { pitch: string; gap: AccreditationGap }) {
  const { t } = useTranslation('room')
  return (
    <div className="lobby-door">
      <p role="status">{t(`accreditation.${gap}`)}</p>
      <Link className="plain-button" to={`/investor/accreditation?pitch=${pitch}`}>
        {t(`accreditation.act.${gap}`)}
      </Link>
    </div>
  )
}
