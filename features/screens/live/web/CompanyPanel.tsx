import { useTranslation } from 'react-i18next'
import { CommitTerms, saysSomething, useTerms } from '#features/results/commitment/web/CommitTerms.tsx'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useLoad } from '#web/light/useLoad.ts'
import { DealSummary } from './DealSummary.tsx'

/** [ROOM-004, ROOM-005, ROOM-006] The company: about, highlights and deal terms. */
export function CompanyPanel() {
  const { pitch, client, connection } = useInRoom()
  const { t } = useTranslation('room')
  const detail = useLoad(pitch, () => client.getPitchDetail({ uuid: pitch }))
  const told = detail.value
  const terms = useTerms(pitch, connection).value
  const documents = told && {
    about: told.about_file,
    highlights: told.highlights_file,
    dealterms: told.dealterms_file,
  }
  const isEmpty = told && ![told.about, told.highlights, told.dealterms].some(text => text.trim())
  const hasNone = documents && Object.values(documents).every(document => !document) && !(terms && saysSomething(terms))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <div className="panel-body" tabIndex={0} data-own-keys>
      <Notice failure={detail.failure} retry={detail.reload} />
      {told?.company_logo && <img className="deal-logo" src={`/webapi/${told.company_logo}`} alt="" />}
      {told?.company_name && <p className="panel-lead">{told.company_name}</p>}
      {terms && saysSomething(terms) && (
        <section aria-labelledby="deal-ask">
          <h3 id="deal-ask">{t('deal.ask')}</h3>
          <CommitTerms terms={terms} />
        </section>
      )}
      {isEmpty && hasNone && <p className="panel-quiet">{t('deal.none')}</p>}
      {told && documents && (
        <DealSummary about={told.about} highlights={told.highlights} dealterms={told.dealterms} documents={documents} />
      )}
    </div>
  )
}
