import { withPitch } from '#features/core/part/server/withPitch.ts'
import { manages } from '#features/core/pitch/rules.ts'
import type { captionCalls } from '#features/talk/caption/contract.ts'
import type { ContextOf } from '#server/context.ts'
import { speechOf } from './speech/hearings.ts'
import { speechProviderOf } from './speech/providers.ts'
import { keepSpeaker, keepsCaptions, setKeeping, speakersOf } from './speech/queries.ts'
import { dropReader, keepReader } from './translating/queries.ts'
import { translationIs } from './translating/translator.ts'

type Reading = Pick<ContextOf<typeof captionCalls.getPitchCaptionSettings>, 'db' | 'actor' | 'frame'>

/** The caption settings of a pitch, with those of the caller as a speaker. */
async function settingsNow({ db, actor, frame }: Reading, pitchId: number) {
  // one after the other: a transaction has a single connection
  const speech = await speechOf(frame, db, pitchId)
  const keeps = await keepsCaptions(db, pitchId)
  const speakers = await speakersOf(db, pitchId, [actor.accountId])
  const own = speakers.get(actor.accountId)
  const { speech: settings } = frame.settings
  return {
    ...{ speech, keeps, spoken: own?.language ?? 'en', recognised: own?.isSilent !== true },
    deaf: speech === 'browser' && settings !== undefined,
    provider: speech !== 'browser' && settings ? speechProviderOf(settings).name : null,
  }
}

export const getPitchCaptionSettings = withPitch<typeof captionCalls.getPitchCaptionSettings>('sees', context =>
  settingsNow(context, context.pitch.id),
)

export const updatePitchCaptionSettings = withPitch<typeof captionCalls.updatePitchCaptionSettings>(
  'sees',
  async context => {
    const { db, actor, input, fail, pitch, part } = context
    const { keeps, spoken, recognised } = input
    if (keeps !== undefined) {
      if (!manages(part)) return fail('NoPermission')
      await setKeeping(db, pitch.id, keeps)
    }
    if (spoken !== undefined || recognised !== undefined)
      await keepSpeaker(db, pitch.id, actor.accountId, {
        ...(spoken !== undefined && { language: spoken }),
        ...(recognised !== undefined && { isSilent: !recognised }),
      })
    return settingsNow(context, pitch.id)
  },
)

/** [PROD-019] */
export const setCaptionLanguage = withPitch<typeof captionCalls.setCaptionLanguage>('sees', async context => {
  const { db, actor, input, frame, now, pitch } = context
  const reader = { pitchId: pitch.id, accountId: actor.accountId, window: input.window }
  if (input.reading) await keepReader(db, reader, input.language, now)
  else await dropReader(db, reader)
  const speech = await speechOf(frame, db, pitch.id)
  const names = [pitch.presenterName, pitch.companyName].filter(Boolean)
  return { language: input.language ?? null, translation: translationIs(frame), speech, names }
})
