import i18next from 'i18next'
import type { Answer } from '#contract/call.ts'
import { hasStoredLanguage } from '#web/i18n/language.ts'
import { setReaderZone } from '#web/ui/readerZone.ts'
import type { joinCalls } from '../joinCalls.ts'
import { askInfo, askMe } from './roomClient.ts'

export type JoinInfo = Answer<(typeof joinCalls)['getJoinInfo']>

/** The last known state of a pitch in this tab, so that the room appears at once after the waiting page. */
interface Known {
  readonly info: JoinInfo
  /** The page in view, once it is known. */
  readonly page: number | undefined
}
const known = new Map<string, Known>()
export const knownOf = (pitch: string): Known | undefined => known.get(pitch)

/** Stores the pitch's status and its page in view. */
export function noteRoom(pitch: string, seen: { status: number; page: number }): void {
  const before = known.get(pitch)
  if (before) known.set(pitch, { info: { ...before.info, status: seen.status }, page: seen.page })
}

/** Loads a pitch and the viewer's part in it, and sets the viewer's language unless this browser has a chosen one. */
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
