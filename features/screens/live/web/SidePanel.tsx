import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { moderates } from '#features/room/room/rules.ts'
import type { JoinInfo } from '#features/room/room/web/joinInfo.ts'
import { keepInSight } from '#features/room/room/web/keepInSight.ts'
import { PanelFrame } from '#features/room/room/web/PanelFrame.tsx'
import type { RoomConnection, RoomNow } from '#features/room/room/web/roomConnection.ts'
import type { Panel } from '#features/room/room/web/usePanel.ts'
import { NotesPanel } from '#features/room/slides/web/NotesPanel.tsx'
import type { Video } from '#features/room/video/web/useVideo.ts'
import { isMuted } from '#features/talk/chat/apply.ts'
import { ChatSpace } from '#features/talk/chat/web/ChatSpace.tsx'
import { useTalkNow } from '#features/talk/chat/web/talk.tsx'
import { laterPart } from '#web/light/laterPart.tsx'
import { partFailed } from '#web/light/PartFailed.tsx'
import { CompanyPanel } from './CompanyPanel.tsx'
import { PeoplePanel } from './PeoplePanel.tsx'
import { RemovedList } from './RemovedList.tsx'
import { SayPanel } from './SayPanel.tsx'

const BackgroundPanel = laterPart(
  async () => (await import('#features/room/video/web/background/BackgroundPanel.tsx')).BackgroundPanel,
  { waits: <div aria-busy />, failed: partFailed },
)

const QuestionPanel = laterPart(
  async () => (await import('#features/talk/question/web/QuestionPanel.tsx')).QuestionPanel,
  {
    waits: <div aria-busy />,
    failed: partFailed,
  },
)

const PollPanel = laterPart(async () => (await import('#features/talk/poll/web/PollPanel.tsx')).PollPanel, {
  waits: <div aria-busy />,
  failed: partFailed,
})

interface Props {
  panel: Panel
  pitch: string
  info: JoinInfo
  now: RoomNow
  connection: RoomConnection
  video: Video
  /** The poll of the room: at the head of every panel but of that which shows it already. */
  poll: ReactNode
  onPanel: (panel: Panel) => void
  /** `byKey`: the focus stays with the keyboard's controls. */
  onClose: (byKey: boolean) => void
}

/** [ROOM-001] The sidebar. It takes its place beside the slide and covers nothing. */
export function SidePanel({ panel, pitch, info, now, connection, video, poll, onPanel, onClose }: Props) {
  const me = now.me && { id: now.me.id, part: now.me.part }
  useEffect(() => keepInSight(), [])
  const { mute, questions, removed } = now.feed.view.room
  // what the page was told on arrival counts until the room itself is known
  const muted = me ? me.part === 'attendee' && isMuted(mute, me.id) : info.is_mute_chat
  return (
    <PanelFrame panel={panel} onClose={onClose}>
      {panel !== 'polls' && poll}
      {panel === 'chat' && <Chatting {...{ pitch, connection, now, muted }} />}
      {panel === 'people' && me && moderates(me.part) && <RemovedList pitch={pitch} removed={removed} />}
      {panel === 'people' && (
        <People
          pitch={pitch}
          me={me}
          mute={mute}
          stage={now.feed.view.room.stage}
          host={now.feed.view.room.host}
          presenters={now.presenters}
          guests={now.feed.view.room.guests}
          changes={`${now.here} ${now.presenters.join()}`}
          muted={muted}
          onChat={() => onPanel('chat')}
        />
      )}
      {panel === 'questions' && (
        <QuestionPanel
          {...{ pitch, now, connection, muted }}
          part={me?.part ?? info.part}
          open={questions.open ?? info.show_question}
        />
      )}
      {panel === 'notes' && <NotesPanel pitch={pitch} info={info} now={now} />}
      {panel === 'background' && <BackgroundPanel video={video} />}
      {panel === 'polls' && <PollPanel pitch={pitch} now={now} />}
      {panel === 'company' && <CompanyPanel pitch={pitch} connection={connection} />}
      {panel === 'say' && (
        <SayPanel {...{ pitch, connection }} deal={info.presentation_name} name={info.name || info.email} />
      )}
    </PanelFrame>
  )
}

const Chatting = (given: Omit<ComponentProps<typeof ChatSpace>, 'chat' | 'chats' | 'unread'>) => (
  <ChatSpace {...given} {...useTalkNow()} />
)

interface PeopleProps extends Omit<ComponentProps<typeof PeoplePanel>, 'onMessage'> {
  muted: boolean
  onChat: () => void
}

function People({ muted, onChat, ...given }: PeopleProps) {
  const { talkTo } = useTalkNow().chats
  const message = async (person: { id: string }) => {
    await talkTo([person.id])
    onChat()
  }
  return <PeoplePanel {...given} onMessage={muted ? undefined : message} />
}
