import { z } from 'zod'
import { event } from '#contract/event.ts'
import { captionLanguages } from './rules.ts'

/** Something that was said. `at` and `ended_at` are the server's, as ISO 8601. */
export const Caption = z.object({
  /** The speaker's own id for it. */
  id: z.uuid(),
  /** The account, and its name as it was then. */
  speaker: z.uuid(),
  name: z.string(),
  language: z.enum(captionLanguages),
  text: z.string(),
  /** False of what is still being said, which comes as a signal and may be lost. */
  final: z.boolean(),
  at: z.string(),
  ended_at: z.string(),
})
export type Caption = z.infer<typeof Caption>

export const captionEvents = {
  /**
   * Said for good, or corrected: the same id again replaces what was there. Null when nothing of it is left, or when whoever
   * hears of it may not read it any more.
   */
  captionSaid: event(z.object({ caption: Caption.nullable() })),
}
