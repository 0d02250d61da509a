import { MOST_CLIP_BYTES, MOST_CLIP_SECONDS } from '#features/talk/caption/rules.ts'
import type { Frame } from '#server/frame.ts'
import { clipKind, clipSeconds } from './clip.ts'
import { type Clip, ProviderFailed } from './provider.ts'
import { speechProviderOf } from './providers.ts'

/**
 * `off`: there is no provider. `down`: it does not answer. `kind`, `long`, `large`: the clip is of no known kind,
 * longer than a minute, or larger than two megabytes.
 */
export type Transcribed = { readonly text: string } | 'off' | 'down' | 'kind' | 'long' | 'large'

/**
 * The text of a recorded clip, by the provider that captions the stage; empty if nothing is said in it. The kind of the
 * file is read from its bytes.
 */
export async function transcribeClip(
  { settings, log }: Pick<Frame, 'settings' | 'log'>,
  { audio, language }: Pick<Clip, 'audio' | 'language'>,
): Promise<Transcribed> {
  if (!settings.speech) return 'off'
  if (audio.length > MOST_CLIP_BYTES) return 'large'
  const mime = clipKind(audio)
  if (!mime) return 'kind'
  if (clipSeconds(audio, mime) > MOST_CLIP_SECONDS) return 'long'
  const provider = speechProviderOf(settings.speech)
  try {
    return { text: await provider.transcribe({ audio, mime, language }) }
  } catch (error) {
    if (!(error instanceof ProviderFailed)) throw error
    log.warn({ provider: provider.name, why: error.message }, 'a clip was not transcribed')
    return 'down'
  }
}
