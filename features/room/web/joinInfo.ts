import i18next from 'i18next'
import type { Answer } from '#contract/call.ts'
import type { inviteCalls } from '#features/invite/contract.ts'
import { hasStoredLanguage } from '#web/i18n/language.ts'
import { askOnce } from './askOnce.ts'
import { roomClient } from './roomClient.ts'

export type JoinInfo = Answer<(typeof inviteCalls)['getJoinInfo']>

/** What was last known of a pitch in this tab, so that the room stands at once when people come from its door. */
interface Known {
  readonly info: JoinInfo
  /** The page that was in view, once that is known. */
  readonly page: number | undefined
}
const known = new Map<string, Known>()
export const knownOf = (pitch: string): Known | undefined => known.get(pitch)

/** Keeps how the pitch stands and which page is in view. */
export function noteRoom(pitch: string, room: { status: number; page: number }): void {
  const before = known.get(pitch)
  if (before) known.set(pitch, { info: { ...before.info, status: room.status }, page: room.page })
}

/** What a pitch is and who one is in it, in one's own language unless this browser's person has chosen another. */
export const loadJoinInfo = askOnce(async (pitch): Promise<JoinInfo> => {
  const [info] = await Promise.all([roomClient(pitch).getJoinInfo({ uuid: pitch }), speakTheirLanguage(pitch)])
  known.set(pitch, { info, page: known.get(pitch)?.page })
  return info
})

/** How the pitch stands, and which page is in view. */
export const loadStatus = askOnce(pitch => roomClient(pitch).getPitchStatus({ uuid: pitch }))

async function speakTheirLanguage(pitch: string): Promise<void> {
  if (hasStoredLanguage()) return
  const me = await roomClient(pitch)
    .getUserInfoByToken({})
    .catch(() => undefined)
  if (me && me.language !== i18next.language) await i18next.changeLanguage(me.language)
}
