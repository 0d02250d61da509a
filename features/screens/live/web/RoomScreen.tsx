import { shapedAs } from '#features/room/deck/web/shape.ts'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { useRoomLook } from '#features/room/room/web/roomLook.ts'
import { TalkProvider } from '#features/talk/chat/web/talk.tsx'
import { ControlBar } from './ControlBar.tsx'
import { Announcements, LeftPage, PollCard, RoomDialogs, SidePanel } from './lazyParts.tsx'
import { LiveScreenProvider, type ScreenGiven, useScreenState } from './liveScreen.ts'
import { RoomFaces } from './RoomFaces.tsx'
import { RoomMain } from './RoomMain.tsx'
import './room.css'
import './layout/layout.css'
import './layout/bare.css'

interface Props extends ScreenGiven {
  deckFailure: unknown
  /** Loads the deck again. */
  onDeck: () => void
}

/** The layout of the room: the slide, the faces, one bar of controls, and a side panel that shrinks the slide. */
export function RoomScreen({ deckFailure, onDeck, ...given }: Props) {
  const { info } = useInRoom()
  const screen = useScreenState(given)
  const colours = useRoomLook()
  const { onStage, panel, dialog } = screen
  if (screen.left) return <LeftPage info={info} onReturn={screen.comeBack} />
  const isBare = screen.bare && !screen.video.now.faces.some(face => face.screen && !face.isMe)
  const poll = screen.slideShown && <PollCard beside={panel !== undefined} />
  return (
    <LiveScreenProvider value={screen}>
      <TalkProvider inSight={panel === 'chat'}>
        <div
          className={`room ${onStage ? 'presents' : 'attends'}${panel ? ' with-panel' : ''}`}
          data-look={colours}
          data-layout={isBare ? 'bare' : screen.layout}
          style={shapedAs(screen.deck?.pages)}
        >
          <RoomMain {...{ deckFailure, onDeck }} />
          <RoomFaces />
          {panel && <SidePanel {...{ panel, poll }} onClose={screen.closePanel} />}
          {!panel && poll}
          <ControlBar />
          <Announcements />
          <RoomDialogs dialog={dialog === 'left' ? undefined : dialog} onClose={() => screen.openDialog(undefined)} />
        </div>
      </TalkProvider>
    </LiveScreenProvider>
  )
}
