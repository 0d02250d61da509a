import { CallFailed } from '#contract/call.ts'
import type { captionCalls } from '#features/talk/caption/contract.ts'
import type { Handler } from '#server/context.ts'
import { newPace } from '#server/pace.ts'
import { translate } from './translating/translator.ts'

/** A provider is paid by the character. */
const mayTranslate = newPace(10, 0.5)

/** CALL-215 */
export const googleTranslation: Handler<typeof captionCalls.googleTranslation> = async context => {
  const { actor, input, now, fail, frame } = context
  if (!frame.settings.translate) return fail('TranslationOff')
  if (!mayTranslate(actor.accountId, now)) throw new CallFailed('TooManyRequests')
  const translated = await translate(frame, input.text, { source: undefined, target: input.target, names: [] })
  if (typeof translated === 'string') return fail(translated === 'off' ? 'TranslationOff' : 'TranslationDown')
  return { text: translated.text, target: input.target }
}
