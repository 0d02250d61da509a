import { type ComponentType, type ReactNode, useEffect } from 'react'
import { moderates } from '#features/room/room/rules.ts'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { keepInSight } from '#features/room/room/web/keepInSight.ts'
import { PanelFrame } from '#features/room/room/web/PanelFrame.tsx'
import type { Panel } from '#features/room/room/web/usePanel.ts'
import { NotesPanel } from '#features/room/slides/web/NotesPanel.tsx'
import { ChatSpace } from '#features/talk/chat/web/ChatSpace.tsx'
import { useMuted, useTalkNow } from '#features/talk/chat/web/talk.tsx'
import { lazyPart } from '#web/light/lazyPart.tsx'
import { partFailed } from '#web/light/PartFailed.tsx'
import { CompanyPanel } from './CompanyPanel.tsx'
import { useLiveScreen } from './liveScreen.ts'
import { PeoplePanel } from './PeoplePanel.tsx'
import { RemovedList } from './RemovedList.tsx'
import { SayPanel } from './SayPanel.tsx'

const BackgroundPanel = lazyPart(
  async () => (await import('#features/room/video/web/background/BackgroundPanel.tsx')).BackgroundPanel,
  { waits: <div aria-busy />, failed: partFailed },
)

const QuestionPanel = lazyPart(
  async () => (await import('#features/talk/question/web/QuestionPanel.tsx')).QuestionPanel,
  {
    waits: <div aria-busy />,
    failed: partFailed,
  },
)

const PollPanel = lazyPart(async () => (await import('#features/talk/poll/web/PollPanel.tsx')).PollPanel, {
  waits: <div aria-busy />,
  failed: partFailed,
})

interface Props {
  panel: Panel
  /** The room's poll, at the head of every panel except that of polls. */
  poll: ReactNode
  /** `byKey`: the focus stays with the controls for keyboards. */
  onClose: (byKey: boolean) => void
}

/** [ROOM-001] The sidebar. It stands beside the slide and covers nothing. */
export function SidePanel({ panel, poll, onClose }: Props) {
  useEffect(() => keepInSight(), [])
  const Shown = shownIn[panel]
  return (
    <PanelFrame panel={panel} onClose={onClose}>
      {panel !== 'polls' && poll}
      <Shown />
    </PanelFrame>
  )
}

const shownIn: Readonly<Record<Panel, ComponentType>> = {
  chat: () => <ChatSpace {...useTalkNow()} />,
  people: People,
  questions: QuestionPanel,
  notes: NotesPanel,
  background: () => <BackgroundPanel video={useLiveScreen().video} />,
  polls: PollPanel,
  company: CompanyPanel,
  say: SayPanel,
}

function People() {
  const { pitch, now, room } = useInRoom()
  const { togglePanel } = useLiveScreen()
  const muted = useMuted()
  const { talkTo } = useTalkNow().chats
  const message = async (person: { id: string }) => {
    await talkTo([person.id])
    togglePanel('chat')
  }
  return (
    <>
      {now.me && moderates(now.me.part) && <RemovedList pitch={pitch} removed={room.removed} />}
      <PeoplePanel onMessage={muted ? undefined : message} />
    </>
  )
}
