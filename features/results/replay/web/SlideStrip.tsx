import { useTranslation } from 'react-i18next'
import type { ReplayPage } from '#features/results/replay/contract.ts'
import { clockText } from '../rules.ts'

/** The slides in the order in which they were shown: a press goes there. */
export function SlideStrip({
  pages,
  at,
  onChoose,
}: {
  pages: readonly ReplayPage[]
  at: number
  onChoose: (at: number) => void
}) {
  const { t } = useTranslation('replay')
  const shown = pages.findLast(page => page.at <= at)
  return (
    <nav className="replay-strip" aria-label={t('slides')}>
      {pages.map(page => (
        <button
          key={page.at}
          type="button"
          aria-current={page === shown ? 'true' : undefined}
          aria-label={t('slideAt', { page: page.page, at: clockText(page.at) })}
          onClick={() => onChoose(page.at)}
        >
          {page.thumb_url ? <img src={page.thumb_url} alt="" loading="lazy" /> : <span className="replay-none-thumb" />}
          <span className="tabular">{clockText(page.at)}</span>
        </button>
      ))}
    </nav>
  )
}
