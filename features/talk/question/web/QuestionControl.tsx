import { IconHelpCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { moderates } from '#features/room/room/rules.ts'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { useSignalled } from '#features/room/room/web/useSignalled.ts'
import { noteOnDesk } from '#features/talk/chat/web/onDesk.ts'
import { Control } from '#web/light/Control.tsx'
import { useLoad } from '#web/light/useLoad.ts'
import { useMayAsk } from './useMayAsk.ts'

interface Props {
  expanded: boolean
  controls: string
  onPress: () => void
}

/** Opens the question desk, with the number of waiting questions; for attendees, the form. */
export function QuestionControl(p: Props) {
  const { info } = useInRoom()
  const open = useMayAsk()
  if (moderates(info.part)) return <DeskControl {...p} />
  return open || p.expanded ? <AskControl {...p} /> : null
}

function DeskControl({ expanded, controls, onPress }: Props) {
  const { t } = useTranslation('question')
  const { pitch, client, now, connection } = useInRoom()
  const desk = useLoad(pitch, async () => {
    const list = await client.getQuestionList({ pitch_uuid: pitch })
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

function AskControl({ expanded, controls, onPress }: Props) {
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
