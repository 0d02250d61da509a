import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import type { AttentionSlide } from '#features/results/attention/contract.ts'
import { clockText } from '#features/results/replay/rules.ts'
import type { DeckPage } from '#features/room/deck/contract.ts'
import { shapedAs } from '#features/room/deck/web/shape.ts'

interface Props {
  slides: readonly AttentionSlide[]
  pages: readonly DeckPage[]
}

const kinds = ['reading', 'live', 'replay'] as const
const none = { reading: 0, live: 0, replay: 0, again: 0, people: 0, stopped: 0 }
const secondsOf = (slide: Omit<AttentionSlide, 'page'>) => slide.reading + slide.live + slide.replay

/** The seconds of all people together on each slide, one part for each way of looking, and where they stopped. */
export function AttentionStrip({ slides, pages }: Props) {
  const { t } = useTranslation('attention')
  const of = new Map(slides.map(slide => [slide.page, slide]))
  const last = Math.max(pages.length, ...slides.map(({ page }) => page))
  const numbers = Array.from({ length: last }, (_, index) => index + 1)
  const longest = Math.max(1, ...slides.map(secondsOf))
  const thumbs = new Map(pages.map(({ page, thumb_url }) => [page, thumb_url]))
  return (
    <section className="attention" aria-labelledby="attention-slides">
      <h2 id="attention-slides">{t('title')}</h2>
      <p className="attention-legend">
        {kinds.map(kind => (
          <span key={kind}>
            <i className={kind} aria-hidden />
            {t(`kind.${kind}`)}
          </span>
        ))}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be reachable by keyboard */}
      <ol className="attention-strip" style={shapedAs(pages)} tabIndex={0}>
        {numbers.map(page => (
          <SlideFigure key={page} slide={of.get(page) ?? { ...none, page }} thumb={thumbs.get(page)} of={longest} />
        ))}
        {of.get(0) && <SlideFigure slide={of.get(0) as AttentionSlide} thumb={undefined} of={longest} />}
      </ol>
    </section>
  )
}

function SlideFigure({ slide, thumb, of }: { slide: AttentionSlide; thumb: string | undefined; of: number }) {
  const { t } = useTranslation(['attention', 'common'])
  const { page, people, again, stopped } = slide
  const seconds = secondsOf(slide)
  return (
    <li>
      {thumb ? <img src={thumb} alt="" loading="lazy" /> : <span className="attention-none" />}
      <span className="attention-bar" aria-hidden>
        {kinds.map(kind => (
          <i key={kind} className={kind} style={{ '--part': slide[kind] / of } as CSSProperties} />
        ))}
      </span>
      <b className="tabular">
        {t('common:pair', { label: page > 0 ? t('slide', { page }) : t('noSlide'), value: clockText(seconds) })}
      </b>
      {(seconds > 0 || stopped > 0) && (
        <dl className="tabular">
          {[...kinds, 'again' as const].map(
            kind =>
              slide[kind] > 0 && (
                <div key={kind}>
                  <dt>{t(`kind.${kind}`)}</dt>
                  <dd>{clockText(kind === 'again' ? again : slide[kind])}</dd>
                </div>
              ),
          )}
          <div>
            <dt>{t('people')}</dt>
            <dd>{people}</dd>
          </div>
          {stopped > 0 && (
            <div className="attention-stopped">
              <dt>{t('stoppedHere')}</dt>
              <dd>{stopped}</dd>
            </div>
          )}
        </dl>
      )}
    </li>
  )
}
