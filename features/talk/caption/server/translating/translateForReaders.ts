import { setTimeout as sleep } from 'node:timers/promises'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import type { CaptionLanguage } from '#features/talk/caption/rules.ts'
import type { CaptionRow } from '#features/talk/caption/server/queries.ts'
import { rightNow, rightTime } from '#server/clock.ts'
import type { Frame } from '#server/frame.ts'
import { claimTranslation, dropTranslation, findTranslation, hashOf, keepTranslation, readersOf } from './queries.ts'
import { type Translated, translate } from './translator.ts'

/** Beyond this number of readers the signal goes to everyone in the room, and browsers filter it. */
const NAMED = 200
/** Milliseconds for which a translation under way elsewhere is waited for. */
const PATIENCE = 7000

/** [PROD-019] Translates a caption into the languages of the readers in the room, and sends it to them. */
export async function translateForReaders(frame: Frame, pitch: PitchRow, said: CaptionRow): Promise<void> {
  try {
    const readers = await readersOf(frame.db, pitch.id, said.language)
    await Promise.all(
      [...readers].map(async ([language, ids]) => {
        const translated = await translateOnce(frame, pitch, said, language)
        const to = ids.length > NAMED ? 'everybody' : ids
        if (typeof translated === 'string')
          return frame.rooms.signal(pitch.id, to, 'captionTranslationOff', { language, translation: translated })
        const { id, speakerId: speaker, text: of } = said
        const payload = { id, speaker, language, of, text: translated.text }
        frame.rooms.signal(pitch.id, to, 'captionTranslated', payload)
      }),
    )
  } catch (error) {
    frame.log.error({ err: error, pitch: pitch.id }, 'a caption was not translated')
  }
}

/** Translates each sentence once for each language, on whichever server. */
export async function translateOnce(
  frame: Pick<Frame, 'db' | 'settings' | 'log'>,
  pitch: Pick<PitchRow, 'id' | 'presenterName' | 'companyName'>,
  said: Pick<CaptionRow, 'text' | 'language' | 'speakerName'>,
  target: CaptionLanguage,
): Promise<Translated> {
  const { db } = frame
  if (!frame.settings.translate) return 'off'
  const key = { pitchId: pitch.id, hash: hashOf(said), language: target }
  for (const end = rightTime() + PATIENCE; rightTime() < end; await sleep(100)) {
    const found = await findTranslation(db, key)
    if (found && found !== 'waits') return found
    if (!(await claimTranslation(db, key, rightNow()))) continue
    const names = [pitch.presenterName, pitch.companyName, said.speakerName, ...said.speakerName.split(' ')]
    const translated = await translate(frame, said.text, { source: said.language, target, names })
    if (typeof translated === 'string') await dropTranslation(db, key)
    else await keepTranslation(db, key, translated.text)
    return translated
  }
  return 'down'
}
