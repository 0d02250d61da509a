import i18next from 'i18next'
import type { Answer } from '#contract/call.ts'
import type { inviteCalls } from '#features/invite/contract.ts'
import { hasStoredLanguage } from '#web/i18n/language.ts'
import { roomClient } from './roomClient.ts'

export type JoinInfo = Answer<(typeof inviteCalls)['getJoinInfo']>

/** What a pitch is and who one is in it, in one's own language unless this browser's person has chosen another. */
export async function loadJoinInfo(pitch: string): Promise<JoinInfo> {
  const [info] = await Promise.all([roomClient(pitch).getJoinInfo({ uuid: pitch }), speakTheirLanguage(pitch)])
  return info
}

async function speakTheirLanguage(pitch: string): Promise<void> {
  if (hasStoredLanguage()) return
  const me = await roomClient(pitch)
    .getUserInfoByToken({})
    .catch(() => undefined)
  if (me && me.language !== i18next.language) await i18next.changeLanguage(me.language)
}
