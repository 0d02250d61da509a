import { IconArrowsExchange, IconPlayerPause, IconScreenShare, IconVolume, IconWifiOff } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeckPage } from '#features/deck/contract.ts'
import { TrackVideo } from '#features/video/web/TrackVideo.tsx'
import type { VideoNow } from '#features/video/web/videoNow.ts'
import { Button } from './pieces/Button.tsx'
import type { RoomConnection } from './roomConnection.ts'
import { Slide } from './Slide.tsx'
import type { Deck } from './useDeck.ts'
import type { ViewState } from './viewState.ts'

const MomentLayers = lazy(async () => ({ default: (await import('./moment/MomentLayers.tsx')).MomentLayers }))

interface Props {
  view: ViewState
  onStage: boolean
  presenter: string
  page: DeckPage | undefined
  deck: Deck | undefined
  here: number
  lost: 'lost' | 'connecting' | undefined
  video: VideoNow
  /** While a screen is shared: the slide is large, and the screen small. */
  swapped: boolean
  connection: RoomConnection
  /** The presenter has taken up the pointer. */
  points: boolean
  /** Over the slide, for those who leaf on their own. */
  over?: ReactNode
  onSwap: () => void
  onShown: () => void
  onTurnOnSound: () => void
  onUseHere: () => void
}

/** The hero: a frame of 16:9, as large as it can be. A shared screen takes its place, and the slide stays in a corner. */
export function Stage(p: Props) {
  const { t } = useTranslation('room')
  const sharer = p.video.faces.find(face => face.screen && !face.isMe)
  const slide = <Slide page={p.page} total={p.deck?.total ?? 0} onShown={p.onShown} />
  const slideIsLarge = !sharer?.screen || p.swapped
  const screen = sharer?.screen && (
    <TrackVideo track={sharer.screen} label={t('screenOf', { name: sharer.name })} className="stage-screen" />
  )
  return (
    <div className="stage">
      <div className="stage-frame">
        {screen && !p.swapped ? screen : slide}
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
        <Suspense>
          <MomentLayers connection={p.connection} page={slideIsLarge ? p.page : undefined} points={p.points} />
        </Suspense>
        {slideIsLarge && p.over}
        {p.deck && p.deck.total === 0 && !screen && <NoDeck deck={p.deck} />}
        <Banner {...p} />
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

/** One quiet line over the slide's upper edge: it never takes the slide away and never waits to be clicked off. */
function Banner({ view, onStage, presenter, here, lost, video, onTurnOnSound, onUseHere }: Props) {
  const { t } = useTranslation(['room', 'stage'])
  const line = (words: string, icon?: ReactNode) => (
    <p>
      {icon}
      {words}
    </p>
  )
  return (
    <div className="stage-banner" role="status">
      {lost &&
        line(t(lost === 'lost' ? 'banner.reconnecting' : 'banner.connecting'), <IconWifiOff size={18} aria-hidden />)}
      {!lost && view === 'aboutToStart' && line(t('banner.aboutToStart', { count: Math.max(0, here - 1) }))}
      {!lost && view === 'starting' && line(t('banner.starting'))}
      {!lost && view === 'paused' && !onStage && line(t('banner.paused', { presenter }))}
      {!lost && view === 'paused' && onStage && line(t('stage:paused'), <IconPlayerPause size={18} aria-hidden />)}
      {video.screen && line(t('banner.sharing'), <IconScreenShare size={18} aria-hidden />)}
      {video.state === 'off' && line(t('banner.videoOff'))}
      {video.state === 'elsewhere' && (
        <p>
          {t('banner.elsewhere')}
          <Button look="quiet" onClick={onUseHere}>
            {t('banner.useHere')}
          </Button>
        </p>
      )}
      {video.soundBlocked && (
        <Button className="stage-sound" onClick={onTurnOnSound}>
          <IconVolume size={20} aria-hidden />
          {t('banner.turnOnSound')}
        </Button>
      )}
    </div>
  )
}
