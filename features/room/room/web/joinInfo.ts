import i18next from 'i18next'
import type { Answer } from '#contract/call.ts'
import { hasStoredLanguage } from '#web/i18n/language.ts'
import { setReaderZone } from '#web/ui/readerZone.ts'
import type { joinCalls } from '../joinCalls.ts'
import { askInfo, askMe } from './roomClient.ts'

export type JoinInfo = Answer<(typeof joinCalls)['getJoinInfo']>

/** What was last known of a pitch in this tab, so that the room stands at once when people come from its door. */
interface Known {
  readonly info: JoinInfo
  /** The page that was in view, once that is known. */
  readonly page: number | undefined
}
const known = new Map<string, Known>()
export const knownOf = (pitch: string): Known | undefined => known.get(pitch)

/** Keeps how the pitch stands and which page is in view. */
export function noteRoom(pitch: string, seen: { status: number; page: number }): void {
  const before = known.get(pitch)
  if (before) known.set(pitch, { info: { ...before.info, status: seen.status }, page: seen.page })
}

/** What a pitch is and who one is in it, in one's own language unless this browser's person has chosen another. */
export async function loadJoinInfo(pitch: string): Promise<JoinInfo> {
  const [info] = await Promise.all([askInfo(pitch), speakTheirLanguage(pitch)])
  setReaderZone(info.timezone)
  known.set(pitch, { info, page: known.get(pitch)?.page })
  return info
}

async function speakTheirLanguage(pitch: string): Promise<void> {
  if (hasStoredLanguage()) return
  const me = await askMe(pitch).catch(() => undefined)
  if (me && me.language !== i18next.language) await i18next.changeLanguage(me.language)
}
