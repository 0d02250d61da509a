import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { presents } from '#features/core/pitch/rules.ts'
import { pageOf } from '#features/room/deck/web/useDeck.ts'
import { moderates } from '#features/room/room/rules.ts'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { useRoomLook } from '#features/room/room/web/roomLook.ts'
import { isEarly } from '#features/room/room/web/times.ts'
import { useFailed } from '#features/room/room/web/useFailed.ts'
import { usePanel } from '#features/room/room/web/usePanel.ts'
import { viewStateOf } from '#features/room/room/web/viewState.ts'
import { useShare } from '#features/room/share/web/useShare.ts'
import { useSlideFirst } from '#features/room/slides/web/useSlideFirst.ts'
import { useSlides } from '#features/room/slides/web/useSlides.ts'
import { useLeaving } from '#features/room/stage/web/useLeaving.ts'
import { useStage } from '#features/room/stage/web/useStage.ts'
import { Faces } from '#features/room/video/web/Faces.tsx'
import { usePreview } from '#features/room/video/web/usePreview.ts'
import { useVideo } from '#features/room/video/web/useVideo.ts'
import { useLayout } from '#features/screens/live/web/layout/useLayout.ts'
import { TalkProvider } from '#features/talk/chat/web/talk.tsx'
import { useAct } from '#web/light/useAct.ts'
import { ControlBar } from './ControlBar.tsx'
import type { InRoom } from './inRoom.ts'
import { Announcements, fetchLater, LeftPage, NextSlide, PollCard, RoomDialogs, SidePanel } from './later.tsx'
import { RoomMain } from './RoomMain.tsx'
import { useRoomActs } from './useRoomActs.ts'
import './room.css'
import '#features/screens/live/web/layout/layout.css'

interface Props extends InRoom {
  /** The slide stood already in front of the room, so nothing has to wait for it. */
  slideSeen: boolean
  deckFailure: unknown
  onDeck: () => void
}

/** The room as it is drawn: the slide, the faces, one bar of controls, and a side panel that shrinks the slide. */
export function RoomScreen({
  pitch,
  info,
  now,
  connection,
  status,
  page,
  deck,
  slideSeen,
  deckFailure,
  onDeck,
}: Props) {
  const { t } = useTranslation('room')
  const client = roomClient(pitch)
  const onStage = presents(info.part)
  const total = deck?.total ?? 0
  const [slideReady, setSlideReady] = useState(slideSeen)
  const [asks, setAsks] = useState<'start' | 'end' | 'settings' | 'left'>()
  const [silent, setSilent] = useState(false)
  const [points, setPoints] = useState(false)
  const [small, setSmall] = useState<Window>()
  const [failed, setFailed] = useFailed(now.link)
  const closeSmall = useCallback(() => setSmall(undefined), [])

  const rights = { onStage, looksAfter: moderates(info.part), attends: info.part === 'attendee' }
  const { panel, toggle, close } = usePanel(rights)
  const { room } = now.feed.view
  const asking = rights.looksAfter || (room.questions.open ?? info.show_question)
  // beside the slide, never before it
  const stage = useStage(now, info.part)
  const leaving = useLeaving(pitch, client, connection)
  // whoever has left is seen, heard and obeyed no more
  const left = asks === 'left'
  const standing = slideReady || (deck !== undefined && total === 0)
  const open = status === 2 && standing && !left
  const reachable = useSlideFirst(now.link === 'lost', pageOf(deck, page)?.url)
  const video = useVideo(pitch, client, { open, sends: stage.sends, reachable })
  const preview = usePreview('camera', onStage && status === 0 && !left && video.choice.camera, video.choice.cameraId)
  const start = useAct(() => client.startPitch({ uuid: pitch }))

  const sharing = useShare({ pitch, client, now, part: info.part, video, onFailure: setFailed })
  const { layout, choose: chooseLayout } = useLayout(now.me?.id)
  const colours = useRoomLook()

  const slides = useSlides({
    ...{ connection, now, onStage, page, deck, slideReady },
    isLive: status === 2 && !left,
    onFailure: setFailed,
  })
  const { look } = slides
  const switchPointer = () => setPoints(!points)
  useRoomActs({
    ...{ left, slides, video, sharing, rights, asking },
    sends: !room.paused && (onStage || stage.agreed),
    onPoint: switchPointer,
    onPanel: toggle,
  })
  useEffect(() => {
    if (slideReady) fetchLater()
  }, [slideReady])

  const view = viewStateOf({
    status,
    paused: room.paused,
    presenterHere: now.feed.seq === undefined || now.link !== 'on' || now.presenters.length > 0,
    slideReady: standing,
  })
  const leave = () => {
    leaving.leave()
    setAsks('left')
  }
  const comeBack = () => {
    leaving.comeBack()
    setAsks(undefined)
  }
  if (left) return <LeftPage info={info} onReturn={comeBack} />
  const poll = standing && <PollCard pitch={pitch} part={info.part} now={now} beside={panel !== undefined} />
  const host = { name: onStage ? info.name : info.presenter_name, isMe: onStage }
  return (
    <TalkProvider {...{ pitch, client, connection, status }} inSight={panel === 'chat'}>
      <div
        className={`room ${onStage ? 'presents' : 'attends'}${panel ? ' with-panel' : ''}`}
        data-look={colours}
        data-layout={layout}
      >
        <RoomMain
          {...{
            pitch,
            info,
            now,
            connection,
            status,
            page,
            deck,
            view,
            onStage,
            slides,
            video,
            sharing,
            points,
            slideReady,
          }}
          failure={deckFailure ?? failed ?? (status === 0 ? start.failure : undefined)}
          retry={deckFailure ? onDeck : undefined}
          onFailure={setFailed}
          onShown={() => setSlideReady(true)}
        />
        <aside className="room-faces" aria-label={t('onStage')}>
          <Faces
            video={video.now}
            me={now.me?.id}
            host={host}
            paused={view === 'paused' && room.paused}
            preview={preview.stream}
            silent={silent}
            speakerLarge={layout === 'speaker'}
          />
          {onStage && <NextSlide page={pageOf(deck, page + 1)} last={page >= total} />}
        </aside>
        {panel && (
          <SidePanel {...{ panel, pitch, info, now, connection, video, poll }} onPanel={toggle} onClose={close} />
        )}
        {!panel && poll}
        <ControlBar
          {...{ info, now, connection, status, total, video, sharing, stage, silent, panel, points }}
          page={look.shown}
          view={{ name: info.presentation_name, layout, onLayout: chooseLayout, small, onSmall: setSmall }}
          starting={start.busy}
          onPoints={switchPointer}
          onReact={emoji => connection.signal({ type: 'reaction', payload: { emoji } })}
          onSilent={() => setSilent(!silent)}
          onPanel={toggle}
          onSettings={() => setAsks('settings')}
          onStart={() => (isEarly(info) ? setAsks('start') : start.run())}
          onEnd={() => (onStage && status === 2 ? setAsks('end') : leave())}
          onFailure={setFailed}
        />
        <Announcements
          {...{ pitch, info, now, view, total, connection, panel }}
          agreed={stage.agreed}
          page={look.shown}
          onPanel={toggle}
        />
        <RoomDialogs
          {...{ pitch, now, onStage, stage, video, small, asks }}
          slide={{ page: pageOf(deck, look.shown), total, zoom: slides.zoom.shown }}
          onCloseSmall={closeSmall}
          onClose={() => setAsks(undefined)}
          planned={info.start_date_raw}
          onStart={start.run}
          onLeave={leave}
        />
      </div>
    </TalkProvider>
  )
}
