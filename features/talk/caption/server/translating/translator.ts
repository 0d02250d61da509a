import { mask, unmask } from '#features/talk/caption/masking.ts'
import type { CaptionLanguage } from '#features/talk/caption/rules.ts'
import { rightTime } from '#server/clock.ts'
import type { Frame, PartStatus } from '#server/frame.ts'
import type { Settings } from '#server/settings.ts'
import { providerOf } from './providers.ts'

/** `down`: the provider does not answer, or not with a usable translation. */
export type Translated = { readonly text: string } | 'off' | 'down'

/** Milliseconds for which a failed provider is not used, so that not every sentence waits for it. */
const REST = 10_000

/** The last failure of each console's provider, unless it has worked since. */
const failures = new WeakMap<Settings, number>()

/** Whether captions can be translated, for /healthz. */
export function translateStatus({ settings }: Pick<Frame, 'settings'>): PartStatus {
  if (!settings.translate) return 'off: TRANSLATE_PROVIDER is not set, captions are shown as spoken'
  const { name } = providerOf(settings.translate)
  return failures.has(settings) ? `off: ${name} does not answer, captions are shown as spoken` : 'ok'
}

export const translationIs = (frame: Pick<Frame, 'settings'>): 'on' | 'off' | 'down' =>
  !frame.settings.translate ? 'off' : translateStatus(frame) === 'ok' ? 'on' : 'down'

/** [PROD-019] Translates a text; amounts, tickers and names stay as they are. */
export async function translate(
  { settings, log }: Pick<Frame, 'settings' | 'log'>,
  text: string,
  { source, target, names }: { source: CaptionLanguage | undefined; target: CaptionLanguage; names: readonly string[] },
): Promise<Translated> {
  if (!settings.translate) return 'off'
  const failed = failures.get(settings)
  if (failed !== undefined && rightTime() - failed < REST) return 'down'
  const provider = providerOf(settings.translate)
  const masked = mask(text, source, names)
  try {
    const html = await provider.translate(masked.html, source, target)
    failures.delete(settings)
    const translated = unmask(html, masked)
    return translated === undefined ? 'down' : { text: translated }
  } catch (error) {
    failures.set(settings, rightTime())
    log.warn({ provider: provider.name, why: (error as Error).message }, 'a provider of translations failed')
    return 'down'
  }
}
