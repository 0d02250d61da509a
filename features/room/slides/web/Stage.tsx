import { IconArrowsExchange } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeckPage } from '#features/room/deck/contract.ts'
import type { Deck } from '#features/room/deck/web/useDeck.ts'
import { transformOf, type Zoom } from '#features/room/slides/zoom.ts'
import { Slide } from './Slide.tsx'

interface Props {
  page: DeckPage | undefined
  deck: Deck | undefined
  zoom: Zoom | null
  /** The screen that somebody else shares. */
  screen: ReactNode
  /** What lies on the page itself, however near that is. */
  onPage: ReactNode
  /** What is of the moment, over whatever is large. */
  moment: ReactNode
  /** Over the slide while that is large. */
  overSlide: ReactNode
  /** How things stand, over all of it. */
  banner: ReactNode
  onShown: () => void
}

/** The hero: a frame of 16:9, as large as it can be. A shared screen takes its place, and the slide stays in a corner. */
export function Stage({ page, deck, zoom, screen, onPage, moment, overSlide, banner, onShown }: Props) {
  const { t } = useTranslation('room')
  // while a screen is shared: the slide is large, and the screen small
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
      <div className="stage-frame">
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
        {deck?.total === 0 && !screen && <NoDeck deck={deck} />}
        {banner}
      </div>
    </div>
  )
}

/** A pitch without slides shows who speaks; one whose slides are still being made says so. */
function NoDeck({ deck }: { deck: Deck }) {
  const { t } = useTranslation('room')
  return (
    <p className="stage-empty">
      {t(deck.status === 'none' || deck.status === 'ready' ? 'slide.none' : 'slide.making')}
    </p>
  )
}
