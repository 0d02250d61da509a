import i18next from 'i18next'
import type { Answer } from '#contract/call.ts'
import type { Language } from '#contract/fields.ts'
import { tellChoice } from '#web/i18n/i18n.ts'
import { hasStoredLanguage, languages } from '#web/i18n/language.ts'
import { setReaderZone } from '#web/ui/readerZone.ts'
import type { joinCalls } from '../joinCalls.ts'
import { askInfo, askMe, roomClient } from './roomClient.ts'

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

/**
 * What was chosen in this browser counts, then what the person or their invitation said, then the browser's own
 * languages. A choice is the person's own from then on: their emails and receipts follow it.
 */
async function speakTheirLanguage(pitch: string): Promise<void> {
  const keep = (language: Language) =>
    roomClient(pitch)
      .updateLanguage({ language })
      .catch(() => {})
  tellChoice(keep)
  const me = await askMe(pitch).catch(() => undefined)
  const shown = languages.find(language => language === i18next.language)
  if (!me || !shown || me.language === shown) return
  if (!hasStoredLanguage()) return void (me.language_guessed || (await i18next.changeLanguage(me.language)))
  if (me.roles.includes('attendee')) keep(shown)
}
