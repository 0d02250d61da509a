import { z } from 'zod'
import { event } from '#contract/event.ts'
import { captionLanguages } from './rules.ts'

/** A caption. `at` and `ended_at` are the server's times, as ISO 8601. */
export const Caption = z.object({
  /** The id of the speaker's browser. */
  id: z.uuid(),
  /** The speaker's account, and its name at the time. */
  speaker: z.uuid(),
  name: z.string(),
  language: z.enum(captionLanguages),
  text: z.string(),
  /** False for an update, which comes as a signal and may be lost. */
  final: z.boolean(),
  at: z.string(),
  ended_at: z.string(),
})
export type Caption = z.infer<typeof Caption>

export const captionEvents = {
  /**
   * A final caption, or its correction with the same id. Null if it was deleted, or if the receiver may not read it any
   * longer.
   */
  captionSaid: event(z.object({ caption: Caption.nullable() })),
}
