import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'

interface Props {
  seconds: readonly { page: number; seconds: number }[]
  /** The number of slides; more when an attendee saw a later one. */
  pages: number
}

/** The seconds for which an attendee saw each slide: the longer, the deeper its cell. */
export function HeatBar({ seconds, pages }: Props) {
  const { t } = useTranslation('pitch')
  const total = Math.max(pages, ...seconds.map(view => view.page))
  if (total <= 0) return null
  const of = new Map(seconds.map(view => [view.page, view.seconds]))
  const longest = Math.max(1, ...of.values())
  return (
    <ol className="heat-bar" aria-label={t('attendance.slides')}>
      {Array.from({ length: total }, (_, index) => index + 1).map(page => {
        const spent = of.get(page) ?? 0
        const label = t('attendance.slide', { page, seconds: spent })
        // a glance still shows, and so does the difference between long and very long
        const heat = spent > 0 ? 0.18 + 0.82 * Math.sqrt(spent / longest) : 0
        return (
          <li key={page} title={label} style={{ '--heat': heat } as CSSProperties}>
            <span className="unseen">{label}</span>
          </li>
        )
      })}
    </ol>
  )
}
