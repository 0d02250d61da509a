import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useShownName } from '#features/room/room/web/useShownName.ts'
import type { HostPart } from '#features/talk/chat/rules.ts'

/** The texts that every message of a list shows, looked up once: a look-up in each of hundreds of messages is slow. */
export const useChatWords = () => {
  const { t, i18n } = useTranslation(['chat', 'acts', 'room', 'common'])
  const shownName = useShownName()
  // biome-ignore lint/correctness/useExhaustiveDependencies: shownName is a new function each time, with the same answers in one language
  return useMemo(
    () => ({
      ...{ t, language: i18n.language, shownName },
      /** The part of a team member, beside their name as in the list of people. */
      partWord: (part: HostPart) => t(`room:people.tag.${part === 'owner' ? 'presenter' : part}`),
      moreOn: perName(name => t('acts:more', { name })),
      answerTo: perName(name => t('chat:answer.act', { name })),
    }),
    [t, i18n.language],
  )
}

/** Caches a label for screen readers that names the sender, once for each name. */
function perName(labelOf: (name: string) => string): (name: string) => string {
  const labels = new Map<string, string>()
  return name => labels.get(name) ?? labels.set(name, labelOf(name)).get(name) ?? ''
}

export type ChatWords = ReturnType<typeof useChatWords>
