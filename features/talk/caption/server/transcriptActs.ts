import type { PitchAccess } from '#features/core/part/server/access.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { manages } from '#features/core/pitch/rules.ts'
import { shownIn } from '#features/room/guest/server/disguise.ts'
import { labelled } from '#features/room/guest/server/labels.ts'
import { nameInFile } from '#features/room/room/server/personNames.ts'
import type { captionCalls } from '#features/talk/caption/contract.ts'
import { captionLanguages } from '#features/talk/caption/rules.ts'
import { fileNameOf, webVtt } from '#features/talk/caption/webVtt.ts'
import { asSaid, captionsSince, lastCaptions, spokenIn } from './queries.ts'
import { hashOf, translatedInto, translationsOf } from './translating/queries.ts'
import { translationIs } from './translating/translator.ts'

/** While the pitch is live everyone in its room may read captions, afterwards only the pitch's managers. */
const mayRead = ({ pitch, part }: PitchAccess): boolean => pitch.state === 'inProgress' || manages(part)

/** [CALL-054] */
export const sgGetPitchCaptionsData = withPitch<typeof captionCalls.sgGetPitchCaptionsData>('sees', async context => {
  const { db, input, fail, pitch } = context
  if (!mayRead(context)) return fail('NoPermission')
  const rows = await lastCaptions(db, pitch.id, input.before, input.limit + 1)
  const more = rows.length > input.limit
  const items = rows.slice(0, input.limit).reverse()
  const translations = input.language ? await translationsOf(db, pitch.id, input.language, items) : undefined
  const withTranslation = items.map(row => ({
    ...asSaid(row),
    seq: row.seq,
    translation: translations?.get(hashOf(row)) ?? null,
  }))
  return { items: withTranslation, more }
})

/** [CALL-055] */
export const sgGetPitchCaptionL = withPitch<typeof captionCalls.sgGetPitchCaptionL>('sees', async context => {
  const { db, fail, frame, pitch } = context
  if (!mayRead(context)) return fail('NoPermission')
  const [spoken, translated] = [await spokenIn(db, pitch.id), await translatedInto(db, pitch.id)]
  return { languages: [...captionLanguages], spoken, translated, translation: translationIs(frame) }
})

/** Times count from the start of the pitch, as those of its recording do. */
export const exportPitchCaptions = withPitch<typeof captionCalls.exportPitchCaptions>('manages', async context => {
  const { db, actor, input, part, pitch } = context
  const shown = await shownIn(context, pitch.id)
  const start = pitch.realStartAt
  const rows = start ? await captionsSince(db, pitch.id, start) : []
  const { language } = input
  const translations = language && (await translationsOf(db, pitch.id, language, rows))
  const spokenBy = rows.map(row => ({ ...row, user_id: row.speakerId, name: row.speakerName }))
  const named = await labelled(db, pitch.id, part, spokenBy)
  const cues = named.map(row => ({
    from: row.startedAt.getTime() - (start?.getTime() ?? 0),
    to: row.endedAt.getTime() - (start?.getTime() ?? 0),
    speaker: nameInFile(actor.language, shown({ speaker: row.user_id, name: row.name }).name),
    // a caption without a translation keeps its original words
    text: translations?.get(hashOf(row)) ?? row.text,
  }))
  const name = fileNameOf(pitch.presentationName)
  const spoken = rows[0]?.language ?? 'en'
  return { filename: `${name}${language ? `-${language}` : ''}.vtt`, vtt: webVtt(cues, language ?? spoken) }
})
