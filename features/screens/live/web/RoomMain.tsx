import { useTranslation } from 'react-i18next'
import { pageOf } from '#features/room/deck/web/useDeck.ts'
import type { ViewState } from '#features/room/room/web/viewState.ts'
import type { Sharing } from '#features/room/share/web/useShare.ts'
import { Stage } from '#features/room/slides/web/Stage.tsx'
import type { useSlides } from '#features/room/slides/web/useSlides.ts'
import { TrackVideo } from '#features/room/video/web/TrackVideo.tsx'
import type { Video } from '#features/room/video/web/useVideo.ts'
import { Notice } from '#web/light/Notice.tsx'
import type { InRoom } from './inRoom.ts'
import { Filmstrip, LookBackBar, MomentLayers, NowAnswering, OtherSlides, StageBanner, VideoWords } from './later.tsx'

interface Props extends InRoom {
  view: ViewState
  onStage: boolean
  slides: ReturnType<typeof useSlides>
  video: Video
  sharing: Sharing
  points: boolean
  slideReady: boolean
  failure: unknown
  /** Tries what failed once more, where that helps. */
  retry: (() => void) | undefined
  onFailure: (failure: unknown) => void
  onShown: () => void
}

/** The slide's column: the stage, what is said over it, and the pages for those who turn them. */
export function RoomMain({ pitch, info, now, connection, status, page, deck, onStage, video, ...p }: Props) {
  const { look, mayTurn, turnTo, zoom, total } = p.slides
  const { t } = useTranslation('room')
  const sharer = video.now.faces.find(face => face.screen && !face.isMe)
  const presenter = info.presenter_name
  const { room } = now.feed.view
  const { answering } = room.questions
  return (
    <main className="room-main" tabIndex={-1} aria-label={info.presentation_name}>
      <h1 className="unseen">{info.presentation_name}</h1>
      <Stage
        {...{ deck, connection, zoom }}
        page={pageOf(deck, look.shown)}
        points={p.points && status === 2}
        screen={
          sharer?.screen && (
            <TrackVideo track={sharer.screen} label={t('screenOf', { name: sharer.name })} className="stage-screen" />
          )
        }
        moment={<MomentLayers connection={connection} />}
        over={(look.last > 1 || look.ended) && <LookBackBar {...{ look, page, total, presenter }} />}
        banner={
          <StageBanner
            {...{ view: p.view, onStage, presenter, sharing: p.sharing }}
            here={now.here}
            lost={now.link === 'lost' || now.link === 'connecting' ? now.link : undefined}
            video={video.now}
            onTurnOnSound={video.turnOnSound}
            onUseHere={video.useHere}
          />
        }
        onFailure={p.onFailure}
        onShown={p.onShown}
      />
      {answering && <NowAnswering {...{ pitch, part: info.part }} question={answering} />}
      <div className="room-notices">
        <Notice failure={p.failure} retry={p.retry} />
        {p.slideReady && <VideoWords video={video} />}
      </div>
      {onStage && (
        <Filmstrip
          {...{ deck, page, mayTurn }}
          onTurn={turnTo}
          more={status === 2 && <OtherSlides {...{ pitch, connection, room }} />}
        />
      )}
    </main>
  )
}
