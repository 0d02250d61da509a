import { useTranslation } from 'react-i18next'
import { shapeOf } from '#features/room/deck/web/shape.ts'
import { pageOf } from '#features/room/deck/web/useDeck.ts'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { Stage } from '#features/room/slides/web/Stage.tsx'
import { TrackVideo } from '#features/room/video/web/TrackVideo.tsx'
import { Notice } from '#web/light/Notice.tsx'
import {
  Filmstrip,
  LookBackBar,
  MomentLayers,
  NowAnswering,
  OtherSlides,
  PointerLayer,
  StageBanner,
  VideoWords,
  ZoomBar,
} from './lazyParts.tsx'
import { useLiveScreen } from './liveScreen.ts'

interface Props {
  deckFailure: unknown
  /** Loads the deck again. */
  onDeck: () => void
}

/** The slide's column: the stage, its banner, and the strip of pages for people who turn them. */
export function RoomMain({ deckFailure, onDeck }: Props) {
  const { info, room, status, failed } = useInRoom()
  const { deck, page, onStage, slides, video, slideReady, starting, bare } = useLiveScreen()
  const others = status === 2 && <OtherSlides />
  const { answering } = room.questions
  return (
    <main className="room-main" tabIndex={-1} aria-label={info.presentation_name}>
      <h1 className="unseen">{info.presentation_name}</h1>
      <RoomStage />
      {answering && <NowAnswering question={answering} />}
      <div className="room-notices">
        <Notice
          failure={deckFailure ?? failed ?? (status === 0 ? starting.failure : undefined)}
          retry={deckFailure ? onDeck : undefined}
        />
        {slideReady && <VideoWords video={video} />}
      </div>
      {onStage && !bare && (
        <Filmstrip {...{ deck, page }} mayTurn={slides.mayTurn} onTurn={slides.turnTo} more={others} />
      )}
      {onStage && bare && others && <div className="filmstrip">{others}</div>}
    </main>
  )
}

/** The stage and the layers over it. */
function RoomStage() {
  const { t } = useTranslation('room')
  const { info, status } = useInRoom()
  const screen = useLiveScreen()
  const { deck, page, video } = screen
  const { look, zoom, total } = screen.slides
  const shown = pageOf(deck, look.shown)
  const points = screen.points && status === 2
  const sharer = video.now.faces.find(face => face.screen && !face.isMe)
  return (
    <Stage
      {...{ deck, zoom: zoom.shown }}
      page={shown}
      screen={
        sharer?.screen && (
          <TrackVideo track={sharer.screen} label={t('screenOf', { name: sharer.name })} className="stage-screen" />
        )
      }
      onPage={
        shown && (
          <PointerLayer
            page={shown.page}
            shape={shown.width / shown.height}
            frame={shapeOf(deck?.pages)}
            points={points}
          />
        )
      }
      moment={<MomentLayers />}
      overSlide={
        <>
          {shown && zoom.reach && <ZoomBar {...{ zoom, points }} />}
          {(look.last > 1 || look.ended) && <LookBackBar {...{ look, page, total }} presenter={info.presenter_name} />}
        </>
      }
      banner={<StageBanner />}
      onShown={screen.showSlide}
    />
  )
}
