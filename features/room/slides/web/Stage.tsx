import { IconArrowsExchange } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeckPage } from '#features/room/deck/contract.ts'
import { isBare } from '#features/room/deck/web/shape.ts'
import type { Deck } from '#features/room/deck/web/useDeck.ts'
import { transformOf, type Zoom } from '#features/room/slides/zoom.ts'
import { Slide } from './Slide.tsx'

interface Props {
  page: DeckPage | undefined
  deck: Deck | undefined
  zoom: Zoom | null
  /** The shared screen of another person. */
  screen: ReactNode
  /** Lies on the page and zooms with it. */
  onPage: ReactNode
  /** Reactions, over the large picture. */
  moment: ReactNode
  /** Over the slide while it is the large picture. */
  overSlide: ReactNode
  /** The room's status, over all of it. */
  banner: ReactNode
  onShown: () => void
}

/**
 * A frame of the deck's shape, as large as possible, for the slide. A shared screen takes its place, and the slide moves to a
 * corner.
 */
export function Stage({ page, deck, zoom, screen, onPage, moment, overSlide, banner, onShown }: Props) {
  const { t } = useTranslation('room')
  // the slide is large and the shared screen small
  const [swapped, setSwapped] = useState(false)
  const slideIsLarge = !screen || swapped
  const slide = <Slide page={page} total={deck?.total ?? 0} onShown={onShown} />
  const largeSlide = (
    <div className="zoom-layer" style={{ transform: transformOf(zoom), '--near': zoom?.scale ?? 1 } as object}>
      {slide}
      {onPage}
    </div>
  )
  return (
    <div className="stage">
      <div className={`stage-frame${slideIsLarge ? '' : ' of-screen'}`}>
        <div className="stage-shown">{slideIsLarge ? largeSlide : screen}</div>
        {screen && (
          <button
            type="button"
            className="stage-corner"
            onClick={() => setSwapped(!swapped)}
            aria-label={t(swapped ? 'showScreen' : 'showSlide')}
          >
            {swapped ? screen : slide}
            <IconArrowsExchange size={18} aria-hidden />
          </button>
        )}
        {moment}
        {slideIsLarge && overSlide}
        {deck?.total === 0 && !screen && !isBare(deck) && <p className="stage-empty">{t('slide.making')}</p>}
        {banner}
      </div>
    </div>
  )
}
