import { useTranslation } from 'react-i18next'
import { CommitTerms, saysSomething, useTerms } from '#features/results/commitment/web/CommitTerms.tsx'
import { Statement, shownIn } from '#features/results/commitment/web/statement.tsx'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useLoad } from '#web/light/useLoad.ts'
import { StateBadge } from '#web/ui/StateBadge.tsx'
import { DealSummary } from './DealSummary.tsx'
import { DocumentPreview } from './DocumentPreview.tsx'

/** [ROOM-004, ROOM-005, ROOM-006] The company: about, highlights and deal terms. */
export function CompanyPanel() {
  const { pitch, client, connection } = useInRoom()
  const { t, i18n } = useTranslation('room')
  const detail = useLoad(pitch, () => client.getPitchDetail({ uuid: pitch }))
  const info = detail.value
  const terms = useTerms(pitch, connection).value
  const today = terms && shownIn(terms.statement, i18n.language)
  const documents = info && {
    about: info.about_file,
    highlights: info.highlights_file,
    dealterms: info.dealterms_file,
  }
  const isEmpty = info && ![info.about, info.highlights, info.dealterms].some(text => text.trim())
  const hasNone = documents && Object.values(documents).every(document => !document) && !(terms && saysSomething(terms))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <div className="panel-body" tabIndex={0} data-own-keys>
      <Notice failure={detail.failure} retry={detail.reload} />
      {info?.company_logo && <img className="deal-logo" src={`/webapi/${info.company_logo}`} alt="" />}
      {info?.company_name && <p className="panel-lead">{info.company_name}</p>}
      {info?.legal_name && <p className="panel-quiet">{info.legal_name}</p>}
      {info?.company_verified && (
        <p>
          <StateBadge tone="good">{t('deal.verified')}</StateBadge>
        </p>
      )}
      {terms && saysSomething(terms) && (
        <section aria-labelledby="deal-ask">
          <h3 id="deal-ask">{t('deal.ask')}</h3>
          <CommitTerms terms={terms} />
          {today && <Statement statement={today.statement} language={today.statement_language} />}
        </section>
      )}
      {isEmpty && hasNone && <p className="panel-quiet">{t('deal.none')}</p>}
      {info && documents && (
        <DealSummary
          {...{ about: info.about, highlights: info.highlights, dealterms: info.dealterms, documents }}
          preview={(part, filename) => <DocumentPreview document={part} filename={filename} />}
        />
      )}
    </div>
  )
}
