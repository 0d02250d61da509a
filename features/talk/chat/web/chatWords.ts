import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useShownName } from '#features/room/room/web/useShownName.ts'
import { usePartWord } from './usePartWord.ts'

/** The words of every message in a list, found once: hundreds of messages that each ask for them are slow to draw. */
export const useChatWords = () => {
  const { t, i18n } = useTranslation(['chat', 'acts', 'room'])
  const shownName = useShownName()
  const partWord = usePartWord()
  // biome-ignore lint/correctness/useExhaustiveDependencies: both are other functions each time, which say the same in one language
  return useMemo(
    () => ({
      ...{ t, language: i18n.language, shownName, partWord },
      moreOn: perName(name => t('acts:more', { name })),
      answerTo: perName(name => t('chat:answer.act', { name })),
    }),
    [t, i18n.language],
  )
}

/** What a button says to whoever does not see whose message it stands beside, put together once for each name. */
function perName(say: (name: string) => string): (name: string) => string {
  const said = new Map<string, string>()
  return name => said.get(name) ?? said.set(name, say(name)).get(name) ?? ''
}

export type ChatWords = ReturnType<typeof useChatWords>
