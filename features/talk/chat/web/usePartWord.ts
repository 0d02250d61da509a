import { useTranslation } from 'react-i18next'
import type { HostPart } from '#features/talk/chat/rules.ts'

/** What somebody who runs the pitch is called beside their name, as in the list of people. */
export function usePartWord(): (part: HostPart) => string {
  const { t } = useTranslation('room')
  return part => t(`people.tag.${part === 'owner' ? 'presenter' : part}`)
}
