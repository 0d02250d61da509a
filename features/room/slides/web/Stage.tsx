import { IconArrowsExchange } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeckPage } from '#features/room/deck/contract.ts'
import type { Deck } from '#features/room/deck/web/useDeck.ts'
import type { RoomConnection } from '#features/room/room/web/roomConnection.ts'
import { transformOf } from '#features/room/room/zoom.ts'
import type { PageZoom } from '#features/room/slides/web/zoom/useZoom.ts'
import { TrackVideo } from '#features/room/video/web/TrackVideo.tsx'
import type { StageBanner as Banner } from '#features/screens/live/web/StageBanner.tsx'
import { laterPart } from '#web/light/laterPart.tsx'
import { Slide } from './Slide.tsx'

const MomentLayers = laterPart(async () => (await import('./moment/MomentLayers.tsx')).MomentLayers)
const PointerLayer = laterPart(async () => (await import('./moment/MomentLayers.tsx')).PointerLayer)
const StageBanner = laterPart(async () => (await import('#features/screens/live/web/StageBanner.tsx')).StageBanner)
const ZoomBar = laterPart(async () => (await import('#features/room/slides/web/zoom/ZoomBar.tsx')).ZoomBar)

interface Props extends ComponentProps<typeof Banner> {
  page: DeckPage | undefined
  deck: Deck | undefined
  zoom: PageZoom
  /** While a screen is shared: the slide is large, and the screen small. */
  swapped: boolean
  connection: RoomConnection
  /** The presenter has taken up the pointer. */
  points: boolean
  /** Over the slide, for those who leaf on their own. */
  over?: ReactNode
  onSwap: () => void
  onShown: () => void
  onFailure: (failure: unknown) => void
}

/** The hero: a frame of 16:9, as large as it can be. A shared screen takes its place, and the slide stays in a corner. */
export function Stage(p: Props) {
  const { t } = useTranslation('room')
  const sharer = p.video.faces.find(face => face.screen && !face.isMe)
  const slideIsLarge = !sharer?.screen || p.swapped
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
  const screen = sharer?.screen && (
    <TrackVideo track={sharer.screen} label={t('screenOf', { name: sharer.name })} className="stage-screen" />
  )
  return (
    <div className="stage">
      <div className="stage-frame">
        <div className="stage-shown">{screen && !p.swapped ? screen : largeSlide}</div>
        {screen && (
          <button
            type="button"
            className="stage-corner"
            onClick={p.onSwap}
            aria-label={t(p.swapped ? 'showScreen' : 'showSlide')}
          >
            {p.swapped ? screen : slide}
            <IconArrowsExchange size={18} aria-hidden />
          </button>
        )}
        <MomentLayers connection={p.connection} />
        {slideIsLarge && p.page && p.zoom.reach && (
          <ZoomBar pitch={p.connection.pitch} zoom={p.zoom} points={p.points} onFailure={p.onFailure} />
        )}
        {slideIsLarge && p.over}
        {p.deck && p.deck.total === 0 && !screen && <NoDeck deck={p.deck} />}
        <StageBanner {...p} />
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
