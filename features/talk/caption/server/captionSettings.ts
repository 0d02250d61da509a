import { pitchFor } from '#features/core/part/server/access.ts'
import { manages } from '#features/core/pitch/rules.ts'
import type { captionCalls } from '#features/talk/caption/contract.ts'
import type { ContextOf, Handler } from '#server/context.ts'
import { speechOf } from './speech/hearings.ts'
import { speechProviderOf } from './speech/providers.ts'
import { keepSpeaker, keepsCaptions, setKeeping, speakersOf } from './speech/queries.ts'

type Asking = Pick<ContextOf<typeof captionCalls.getPitchCaptionSettings>, 'db' | 'actor' | 'frame'>

async function settingsNow({ db, actor, frame }: Asking, pitchId: number) {
  const [speech, keeps, speakers] = await Promise.all([
    speechOf(frame, db, pitchId),
    keepsCaptions(db, pitchId),
    speakersOf(db, pitchId, [actor.accountId]),
  ])
  const own = speakers.get(actor.accountId)
  const { speech: settings } = frame.settings
  return {
    ...{ speech, keeps, spoken: own?.language ?? 'en', recognised: own?.isSilent !== true },
    deaf: speech === 'browser' && settings !== undefined,
    provider: speech !== 'browser' && settings ? speechProviderOf(settings).name : null,
  }
}

export const getPitchCaptionSettings: Handler<typeof captionCalls.getPitchCaptionSettings> = async context => {
  const access = await pitchFor(context.db, context.actor, context.input.pitch_uuid)
  return access ? settingsNow(context, access.pitch.id) : context.fail('PitchNotFound')
}

export const updatePitchCaptionSettings: Handler<typeof captionCalls.updatePitchCaptionSettings> = async context => {
  const { db, actor, input, fail } = context
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  const { keeps, spoken, recognised } = input
  const { id } = access.pitch
  if (keeps !== undefined) {
    if (!manages(access.part)) return fail('NoPermission')
    await setKeeping(db, id, keeps)
  }
  if (spoken !== undefined || recognised !== undefined)
    await keepSpeaker(db, id, actor.accountId, {
      ...(spoken !== undefined && { language: spoken }),
      ...(recognised !== undefined && { isSilent: !recognised }),
    })
  return settingsNow(context, id)
}
