import { IconBuilding, IconCash, IconMessageCircle, IconUsers } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import type { Panel } from '#features/room/room/web/usePanel.ts'
import { useTalkNow } from '#features/talk/chat/web/talk.tsx'
import { Control } from '#web/light/Control.tsx'
import { lazyPart } from '#web/light/lazyPart.tsx'
import { useLiveScreen } from './liveScreen.ts'

const NotesControl = lazyPart(async () => (await import('#features/room/slides/web/onStage.tsx')).NotesControl)
const PollControl = lazyPart(async () => (await import('#features/talk/poll/web/PollControl.tsx')).PollControl)
const QuestionControl = lazyPart(
  async () => (await import('#features/talk/question/web/QuestionControl.tsx')).QuestionControl,
)

/** The controls that open a panel. */
export function PanelControls() {
  const { t } = useTranslation(['room', 'stage'])
  const { info, now, room } = useInRoom()
  const { onStage, panel, togglePanel } = useLiveScreen()
  const attends = info.part === 'attendee'
  const open = (which: Panel) => ({
    expanded: panel === which,
    controls: 'room-panel',
    onPress: () => togglePanel(which),
  })
  return (
    <>
      <ChatControl {...open('chat')} />
      <Control
        icon={<IconUsers size={22} />}
        label={t('panel.people')}
        hint={now.feed.seq === undefined ? undefined : t('bar.people', { count: now.here })}
        shortcut="Alt U"
        badge={attends ? undefined : room.stage.hands.length}
        badgeLabel={t('stage:hand.count', { count: room.stage.hands.length })}
        {...open('people')}
      />
      {onStage && <NotesControl {...open('notes')} />}
      {!attends && <PollControl {...open('polls')} />}
      <QuestionControl {...open('questions')} />
      {!onStage && (
        <Control icon={<IconBuilding size={22} />} label={t('panel.company')} shortcut="Alt I" {...open('company')} />
      )}
      {attends && (
        <span className="say-control">
          <Control
            icon={<IconCash size={22} />}
            label={t('panel.say')}
            shortcut="Alt C"
            look="accent"
            {...open('say')}
          />
        </span>
      )}
    </>
  )
}

function ChatControl(given: Pick<ComponentProps<typeof Control>, 'expanded' | 'controls' | 'onPress'>) {
  const { t } = useTranslation('room')
  const { chats, unread } = useTalkNow()
  const count = unread.count + chats.unread
  return (
    <Control
      icon={<IconMessageCircle size={22} />}
      label={t('panel.chat')}
      shortcut="Alt H"
      badge={count}
      badgeMark={unread.mentioned ? '@' : ''}
      badgeLabel={t(unread.mentioned ? 'bar.mentioned' : 'bar.unread', { count })}
      {...given}
    />
  )
}
