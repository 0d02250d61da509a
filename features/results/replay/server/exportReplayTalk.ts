import { withPitch } from '#features/core/part/server/withPitch.ts'
import type { replayCalls } from '#features/results/replay/contract.ts'
import { shownIn } from '#features/room/guest/server/disguise.ts'
import { nameInFile } from '#features/room/room/server/personNames.ts'
import { spokenIn } from '#features/talk/caption/server/queries.ts'
import { fileNameOf, webVtt } from '#features/talk/caption/webVtt.ts'
import { clockText } from '../rules.ts'
import { replayOf } from './getReplay.ts'
import { watchedBy } from './watchRule.ts'

/** A file of the captions that the caller reads in their replay, by the same names and on the same clock. */
export const exportReplayTalk = withPitch<typeof replayCalls.exportReplayTalk>('sees', async context => {
  const { db, pitch, part, actor, input, fail } = context
  const watched = await watchedBy(db, context, input.id)
  if (!watched) return fail('RecordingNotFound')
  const { language, kind } = input
  const { captions } = await replayOf(context, pitch, watched, watched.manages ? 'owner' : part, language)
  const shown = await shownIn(context, pitch.id)
  const speakerOf = (caption: { user_id: string; name: string }) => nameInFile(actor.language, shown(caption).name)
  const filename = `${fileNameOf(pitch.presentationName)}${language ? `-${language}` : ''}`
  if (kind === 'transcript') {
    const lines = captions.map(
      caption => `${clockText(caption.from)}  ${speakerOf(caption)}: ${caption.text.replace(/\s+/g, ' ')}\r\n`,
    )
    return { filename: `${filename}.txt`, text: `\uFEFF${lines.join('')}` }
  }
  const cues = captions.map(caption => ({
    ...{ from: caption.from * 1000, to: caption.to * 1000 },
    ...{ speaker: speakerOf(caption), text: caption.text },
  }))
  const [spoken = 'en'] = await spokenIn(db, pitch.id)
  return { filename: `${filename}.vtt`, text: webVtt(cues, language ?? spoken) }
})
