import { useTranslation } from 'react-i18next'
import { useShownName } from '#features/room/room/web/useShownName.ts'
import type { ChatMessage } from '#features/talk/chat/events.ts'
import { plainOf } from '#features/talk/chat/markup.ts'
import { textOf } from './wording.ts'

/** What a message says, in a line: where it is quoted, or stands for its chat. */
export function Preview({ message }: { message: ChatMessage }) {
  const { t } = useTranslation('acts')
  const shownName = useShownName()
  if (message.deleted) return <i>{t('gone')}</i>
  const { offdata } = message
  if (offdata) return `${t('from', { name: shownName(offdata.name) })}: ${plainOf(textOf(offdata))}`
  return plainOf(textOf(message))
}
