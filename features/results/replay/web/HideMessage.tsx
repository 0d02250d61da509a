import { Button } from '@mantine/core'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '#web/client/client.ts'
import { useActs } from '#web/ui/record/useActs.tsx'
import { type ReplayMessage, replayCalls } from '../contract.ts'

interface Props {
  uuid: string
  id: string
  message: ReplayMessage
}

/** Hides a message from attendees who watch the replay, or shows it again. It is not drawn anew as the replay goes on. */
export const HideMessage = memo(function HideMessage({ uuid, id, message }: Props) {
  const { t } = useTranslation('replay')
  const { begin, running, dialog } = useActs(replayCalls)
  const of = { uuid, id, message_id: message.id }
  const hide = () => client.hideRecordingMessage(of)
  const show = () => client.showRecordingMessage(of)
  const label = t(message.hidden ? 'message.show' : 'message.hide')
  const act = message.hidden
    ? { label, run: show, done: t('message.shown'), undo: hide }
    : { label, run: hide, done: t('message.hidden'), undo: show }
  return (
    <>
      <Button
        size="compact-xs"
        variant="subtle"
        aria-label={t('message.actOn', { act: label, message: message.content })}
        loading={running !== undefined}
        onClick={() => begin(act)}
      >
        {label}
      </Button>
      {dialog}
    </>
  )
})
