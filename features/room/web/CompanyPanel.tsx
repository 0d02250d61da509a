import { useTranslation } from 'react-i18next'
import { DealSummary } from './DealSummary.tsx'
import { Notice } from './pieces/Notice.tsx'
import { useLoad } from './pieces/useLoad.ts'
import { roomClient } from './roomClient.ts'

/** [ROOM-004, ROOM-005, ROOM-006] The company: about, highlights and deal terms. */
export function CompanyPanel({ pitch }: { pitch: string }) {
  const { t } = useTranslation('room')
  const detail = useLoad(pitch, () => roomClient(pitch).getPitchDetail({ uuid: pitch }))
  const told = detail.value
  const isEmpty = told && !told.about.trim() && !told.highlights.trim() && !told.dealterms.trim()
  return (
    <div className="panel-body">
      <Notice failure={detail.failure} retry={detail.reload} />
      {told?.company_name && <p className="panel-lead">{told.company_name}</p>}
      {isEmpty && <p className="panel-quiet">{t('deal.none')}</p>}
      {told && <DealSummary about={told.about} highlights={told.highlights} dealterms={told.dealterms} />}
    </div>
  )
}
