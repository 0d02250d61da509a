import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { csvOutput, line, listOf, paging, sorting } from '#contract/fields.ts'
import { DeckPage } from '#features/room/deck/contract.ts'

const seconds = z.number().int().min(0)

/** Seconds by themselves, live and in the replay, and those of the replay that were watched before. */
const Looked = z.object({ reading: seconds, live: seconds, replay: seconds, again: seconds })
/** On a slide of the deck; 0 stands for slides that are not in it any more, and for a replay without a slide. */
const page = z.number().int().min(0)

export const AttentionSlide = Looked.extend({
  page,
  /** The people who looked at it, and those who stopped watching the replay there. */
  people: z.number().int(),
  stopped: z.number().int(),
})
export type AttentionSlide = z.infer<typeof AttentionSlide>

export const AttentionPerson = Looked.extend({
  user_id: z.uuid(),
  name: z.string(),
  email: z.string(),
  total: seconds,
  pages: z.array(z.object({ page, seconds })),
  /** Where they stopped watching, in seconds since the recording began; null: not at all, or at its end. */
  stopped: z.object({ page, at: z.number().min(0) }).nullable(),
})
export type AttentionPerson = z.infer<typeof AttentionPerson>

export const attentionCalls = {
  /** Lists the attendees who viewed slides of a pitch, longest first; and the sums of all of them for each slide. */
  getPitchAttention: call({
    who: callers.people,
    reads: true,
    answer: 'results',
    input: z.object({
      uuid: z.uuid(),
      ...paging,
      name: line(100).optional(),
      ...sorting(['total', 'name', 'reading', 'live', 'replay', 'again'], 'total', 'desc'),
    }),
    output: listOf(AttentionPerson).extend({
      slides: z.array(AttentionSlide),
      /** All files of the pitch, through which slides are numbered. */
      deck: z.array(DeckPage),
    }),
    errors: ['PitchNotFound'],
  }),
  /** Exports the attention of all attendees as CSV, for those who manage the pitch. */
  exportPitchAttention: call({
    who: callers.people,
    input: z.object({ uuid: z.uuid() }),
    output: csvOutput.pick({ filename: true, csv: true }),
    errors: ['PitchNotFound'],
  }),
}
