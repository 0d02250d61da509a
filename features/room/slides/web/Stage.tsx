import { IconArrowsExchange } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeckPage } from '#features/room/deck/contract.ts'
import type { Deck } from '#features/room/deck/web/useDeck.ts'
import type { RoomConnection } from '#features/room/room/web/roomConnection.ts'
import type { PageZoom } from '#features/room/slides/web/zoom/useZoom.ts'
import { transformOf } from '#features/room/slides/zoom.ts'
import { laterPart } from '#web/light/laterPart.tsx'
import { Slide } from './Slide.tsx'

const PointerLayer = laterPart(async () => (await import('./moment/PointerLayer.tsx')).PointerLayer)
const ZoomBar = laterPart(async () => (await import('#features/room/slides/web/zoom/ZoomBar.tsx')).ZoomBar)

interface Props {
  page: DeckPage | undefined
  deck: Deck | undefined
  zoom: PageZoom
  connection: RoomConnection
  /** The presenter has taken up the pointer. */
  points: boolean
  /** The screen that somebody else shares. */
  screen: ReactNode
  /** What is of the moment, over whatever is large. */
  moment: ReactNode
  /** Over the slide while that is large, for those who leaf on their own. */
  over: ReactNode
  /** How things stand, over all of it. */
  banner: ReactNode
  onShown: () => void
  onFailure: (failure: unknown) => void
}

/** The hero: a frame of 16:9, as large as it can be. A shared screen takes its place, and the slide stays in a corner. */
export function Stage({ screen, ...p }: Props) {
  const { t } = useTranslation('room')
  // while a screen is shared: the slide is large, and the screen small
  const [swapped, setSwapped] = useState(false)
  const slideIsLarge = !screen || swapped
  const slide = <Slide page={p.page} total={p.deck?.total ?? 0} onShown={p.onShown} />
  // what is pointed at lies on the page, however near that is
  const largeSlide = (
    <div
      className="zoom-layer"
      style={{ transform: transformOf(p.zoom.shown), '--near': p.zoom.shown?.scale ?? 1 } as object}
    >
      {slide}
      {p.page && (
        <PointerLayer
          connection={p.connection}
          page={p.page.page}
          shape={p.page.width / p.page.height}
          points={p.points}
        />
      )}
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
        {p.moment}
        {slideIsLarge && p.page && p.zoom.reach && (
          <ZoomBar pitch={p.connection.pitch} zoom={p.zoom} points={p.points} onFailure={p.onFailure} />
        )}
        {slideIsLarge && p.over}
        {p.deck && p.deck.total === 0 && !screen && <NoDeck deck={p.deck} />}
        {p.banner}
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
