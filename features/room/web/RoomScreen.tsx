import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChat } from '#features/chat/web/useChat.ts'
import { usePrivateChats } from '#features/chat/web/usePrivateChats.ts'
import { useUnread } from '#features/chat/web/useUnread.ts'
import { presents } from '#features/pitch/rules.ts'
import { moderates } from '#features/room/rules.ts'
import { useShare } from '#features/share/web/useShare.ts'
import { useLayout } from '#features/stage/web/layout/useLayout.ts'
import { useLeaving } from '#features/stage/web/useLeaving.ts'
import { useStage } from '#features/stage/web/useStage.ts'
import { Faces } from '#features/video/web/Faces.tsx'
import { usePreview } from '#features/video/web/usePreview.ts'
import { useVideo } from '#features/video/web/useVideo.ts'
import { Announcements } from './Announcements.tsx'
import { ControlBar } from './ControlBar.tsx'
import { toggleFullscreen } from './fullscreen.ts'
import type { JoinInfo } from './joinInfo.ts'
import { LeftPage } from './LeftPage.tsx'
import {
  Filmstrip,
  fetchLater,
  LookBackBar,
  NextSlide,
  NowAnswering,
  OtherSlides,
  PollCard,
  SidePanel,
  VideoWords,
} from './later.tsx'
import { pageAsked } from './pageAsked.ts'
import { Notice } from './pieces/Notice.tsx'
import { useAct } from './pieces/useAct.ts'
import { RoomDialogs } from './RoomDialogs.tsx'
import { roomClient } from './roomClient.ts'
import type { RoomConnection, RoomNow } from './roomConnection.ts'
import { useRoomLook } from './roomLook.ts'
import { Stage } from './Stage.tsx'
import { useSlides } from './slides/useSlides.ts'
import { type Deck, pageOf } from './useDeck.ts'
import { isPanel, mayOpenPanel, usePanel } from './usePanel.ts'
import { useRoomKeys } from './useRoomKeys.ts'
import { viewStateOf } from './viewState.ts'
import './room.css'
import '#features/stage/web/layout/layout.css'

interface Props {
  pitch: string
  info: JoinInfo
  now: RoomNow
  connection: RoomConnection
  status: number
  page: number
  deck: Deck | undefined
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
  const [asks, setAsks] = useState<'end' | 'settings' | 'left'>()
  const [silent, setSilent] = useState(false)
  const [points, setPoints] = useState(false)
  const [swapped, setSwapped] = useState(false)
  const [small, setSmall] = useState<Window>()
  const [failed, setFailed] = useState<unknown>()
  const closeSmall = useCallback(() => setSmall(undefined), [])

  const rights = { onStage, looksAfter: moderates(info.part), attends: info.part === 'attendee' }
  const { panel, toggle, close } = usePanel(rights)
  const {
    from: loads,
    view: {
      chat: said,
      room: { questions },
    },
  } = now.feed
  const asking = rights.looksAfter || (questions.open ?? info.show_question)
  const chat = useChat({ client, group: now.group, recent: said.messages, status, connection, loads })
  const chats = usePrivateChats({ client, pitch, connection, link: now.link, inSight: panel === 'chat' })
  const newest = now.feed.seq === undefined ? undefined : (now.feed.view.chat.messages.at(-1)?.id ?? 0)
  const unread = useUnread(chat.messages, panel === 'chat' && chats.shown === 'everyone', now.me?.id, newest)
  // beside the slide, never before it
  const stage = useStage(now, info.part)
  const leaving = useLeaving(pitch, client, connection)
  // whoever has left is seen, heard and obeyed no more
  const left = asks === 'left'
  const standing = slideReady || (deck !== undefined && total === 0)
  const video = useVideo(pitch, client, status === 2 && standing && !left, stage.sends)
  const preview = usePreview('camera', onStage && status === 0 && !left && video.choice.camera, video.choice.cameraId)
  const start = useAct(() => client.startPitch({ uuid: pitch }))

  const sharing = useShare({ pitch, client, now, part: info.part, video, onFailure: setFailed })
  const { layout, choose: chooseLayout } = useLayout(now.me?.id)
  const colours = useRoomLook()

  const { look, mayTurn, turnTo, zoom } = useSlides({
    ...{ connection, now, onStage, page, deck, slideReady },
    isLive: status === 2 && !left,
    onFailure: setFailed,
  })
  useEffect(() => {
    if (slideReady) fetchLater()
  }, [slideReady])
  useEffect(
    () =>
      connection.onSignal(signal => {
        if (signal.type === 'deckProgress') onDeck()
      }),
    [connection, onDeck],
  )

  useRoomKeys(act => {
    if (left) return false
    const to = pageAsked(act, look.shown, mayTurn ? total : look.last)
    if (to !== undefined) {
      if (mayTurn) turnTo(to)
      else look.leaf(to)
      return mayTurn || look.last > 0
    }
    const { choose, choice } = video
    const sends = onStage || stage.agreed
    if (act === 'microphone' && sends) choose({ microphone: !choice.microphone })
    else if (act === 'camera' && sends) choose({ camera: !choice.camera })
    else if (act === 'screen' && sharing.isMine) sharing.stop()
    else if (act === 'screen' && sharing.may) sharing.start()
    else if (act === 'pointer' && onStage) setPoints(!points)
    else if (act === 'fullscreen') toggleFullscreen()
    else if (isPanel(act) && mayOpenPanel(act, rights) && (act !== 'questions' || asking)) toggle(act)
    else return false
    return true
  })

  const view = viewStateOf({
    status,
    paused: now.feed.view.room.paused,
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
    <div
      className={`room ${onStage ? 'presents' : 'attends'}${panel ? ' with-panel' : ''}`}
      data-look={colours}
      data-layout={layout}
    >
      <main className="room-main" tabIndex={-1} aria-label={info.presentation_name}>
        <h1 className="unseen">{info.presentation_name}</h1>
        <Stage
          view={view}
          onStage={onStage}
          presenter={info.presenter_name}
          page={pageOf(deck, look.shown)}
          deck={deck}
          here={now.here}
          lost={now.link === 'lost' || now.link === 'connecting' ? now.link : undefined}
          video={video.now}
          sharing={sharing}
          zoom={zoom}
          onFailure={setFailed}
          swapped={swapped}
          connection={connection}
          points={points && status === 2}
          over={
            (look.last > 1 || look.ended) && (
              <LookBackBar look={look} page={page} total={total} presenter={info.presenter_name} />
            )
          }
          onSwap={() => setSwapped(!swapped)}
          onShown={() => setSlideReady(true)}
          onTurnOnSound={video.turnOnSound}
          onUseHere={video.useHere}
        />
        {questions.answering && <NowAnswering {...{ pitch, part: info.part }} question={questions.answering} />}
        <div className="room-notices">
          <Notice failure={deckFailure ?? failed ?? start.failure} retry={deckFailure ? onDeck : undefined} />
          {slideReady && <VideoWords video={video} />}
        </div>
        {onStage && (
          <Filmstrip
            {...{ deck, page, mayTurn }}
            onTurn={turnTo}
            more={status === 2 && <OtherSlides pitch={pitch} connection={connection} room={now.feed.view.room} />}
          />
        )}
      </main>
      <aside className="room-faces" aria-label={t('onStage')}>
        <Faces
          video={video.now}
          me={now.me?.id}
          host={host}
          preview={preview.stream}
          silent={silent}
          speakerLarge={layout === 'speaker'}
        />
        {onStage && <NextSlide page={pageOf(deck, page + 1)} last={page >= total} />}
      </aside>
      {panel && (
        <SidePanel
          panel={panel}
          pitch={pitch}
          info={info}
          now={now}
          chat={chat}
          connection={connection}
          chats={chats}
          video={video}
          unread={unread}
          poll={poll}
          onPanel={toggle}
          onClose={close}
        />
      )}
      {!panel && poll}
      <ControlBar
        info={info}
        now={now}
        connection={connection}
        status={status}
        page={look.shown}
        total={total}
        video={video}
        sharing={sharing}
        view={{ name: info.presentation_name, layout, onLayout: chooseLayout, small, onSmall: setSmall }}
        stage={stage}
        silent={silent}
        panel={panel}
        unread={unread.count + chats.unread}
        mentioned={unread.mentioned}
        starting={start.busy}
        points={points}
        onPoints={() => setPoints(!points)}
        onReact={emoji => connection.signal({ type: 'reaction', payload: { emoji } })}
        onSilent={() => setSilent(!silent)}
        onPanel={toggle}
        onSettings={() => setAsks('settings')}
        onStart={() => start.run()}
        onEnd={() => (onStage && status === 2 ? setAsks('end') : leave())}
        onFailure={setFailed}
      />
      <Announcements
        view={view}
        page={look.shown}
        total={total}
        chat={chat}
        me={now.me?.id}
        presenter={info.presenter_name}
        connection={connection}
      />
      <RoomDialogs
        {...{ pitch, now, onStage, stage, video, small, asks }}
        slide={{ page: pageOf(deck, look.shown), total, zoom: zoom.shown }}
        onCloseSmall={closeSmall}
        onClose={() => setAsks(undefined)}
        onLeave={leave}
      />
    </div>
  )
}
