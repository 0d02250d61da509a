import { managedPitch } from '#features/core/part/server/access.ts'
import { nameInFile } from '#features/room/room/server/personNames.ts'
import type { captionCalls } from '#features/talk/caption/contract.ts'
import { webVtt } from '#features/talk/caption/webVtt.ts'
import type { Handler } from '#server/context.ts'
import { captionsSince } from './queries.ts'
import { hashOf, translationsOf } from './translating/queries.ts'

/** Times count from the start of the pitch, as those of its recording do. */
export const exportPitchCaptions: Handler<typeof captionCalls.exportPitchCaptions> = async context => {
  const { db, actor, input, fail } = context
  const pitch = await managedPitch(db, actor, input.uuid)
  if (!pitch) return fail('PitchNotFound')
  const start = pitch.realStartAt
  const rows = start ? await captionsSince(db, pitch.id, start) : []
  const { language } = input
  const translations = language && (await translationsOf(db, pitch.id, language, rows))
  const cues = rows.map(row => ({
    from: row.startedAt.getTime() - (start?.getTime() ?? 0),
    to: row.endedAt.getTime() - (start?.getTime() ?? 0),
    speaker: nameInFile(actor.language, row.speakerName),
    // what was not translated, or said in that language, stands as it was said
    text: translations?.get(hashOf(row)) ?? row.text,
  }))
  const name = pitch.presentationName.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '') || 'pitch'
  const spoken = rows[0]?.language ?? 'en'
  return { filename: `${name}${language ? `-${language}` : ''}.vtt`, vtt: webVtt(cues, language ?? spoken) }
}
