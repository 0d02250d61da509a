import { IconHelpCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { PitchPart } from '#features/core/pitch/rules.ts'
import { moderates } from '#features/room/room/rules.ts'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import type { RoomConnection, RoomNow } from '#features/room/room/web/roomConnection.ts'
import { useSignalled } from '#features/room/room/web/useSignalled.ts'
import { noteOnDesk } from '#features/talk/chat/web/onDesk.ts'
import { Control } from '#web/light/Control.tsx'
import { useLoad } from '#web/light/useLoad.ts'

interface Props {
  pitch: string
  part: PitchPart
  now: RoomNow
  connection: RoomConnection
  /** Attendees may ask. */
  open: boolean
  expanded: boolean
  controls: string
  onPress: () => void
}

/** Opens the question desk, with how many wait; for those who attend, the place to ask. */
export function QuestionControl({ part, open, ...p }: Props) {
  if (moderates(part)) return <DeskControl {...p} />
  return open || p.expanded ? <AskControl {...p} /> : null
}

type Given = Omit<Props, 'part' | 'open'>

function DeskControl({ pitch, now, connection, expanded, controls, onPress }: Given) {
  const { t } = useTranslation('question')
  const desk = useLoad(pitch, async () => {
    const list = await roomClient(pitch).getQuestionList({ pitch_uuid: pitch })
    noteOnDesk(list.message_ids)
    return list
  })
  useSignalled(connection, now.link, 'questionsChanged', desk.reload)
  const waiting = desk.value?.waiting ?? 0
  return (
    <Control
      icon={<IconHelpCircle size={22} />}
      label={t('panel')}
      shortcut="Alt Q"
      badge={waiting}
      badgeLabel={t('count', { count: waiting })}
      {...{ expanded, controls, onPress }}
    />
  )
}

function AskControl({ expanded, controls, onPress }: Given) {
  const { t } = useTranslation('question')
  return (
    <Control
      icon={<IconHelpCircle size={22} />}
      label={t('ask')}
      shortcut="Alt Q"
      {...{ expanded, controls, onPress }}
    />
  )
}
