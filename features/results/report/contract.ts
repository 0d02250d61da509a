import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { csvOutput, instant, line, listOf, paging } from '#contract/fields.ts'
import { deskStates } from '#features/talk/question/rules.ts'
import { reportKinds } from './rules.ts'

const query = { uuid: z.uuid(), ...paging, content: line(100).optional() }

/** A question in the report of a pitch; names are those of the room. */
export const ReportQuestion = z.object({
  id: z.uuid(),
  state: z.enum(deskStates),
  content: z.string(),
  user_id: z.uuid(),
  name: z.string(),
  /** Who forwarded it from the chat; empty: it was asked as a question. */
  forwarded_by: z.string(),
  asked_at: instant,
  /** When it was answered or dismissed; null while it waits. */
  settled_at: instant.nullable(),
})
export type ReportQuestion = z.infer<typeof ReportQuestion>

/** A message of the public chat in the report of a pitch. */
export const ReportMessage = z.object({
  id: z.number().int(),
  user_id: z.uuid(),
  name: z.string(),
  /** Empty when it was deleted. */
  content: z.string(),
  at: instant,
  edited: z.boolean(),
  /** Who deleted it. */
  deleted: z.enum(['sender', 'moderator']).nullable(),
})
export type ReportMessage = z.infer<typeof ReportMessage>

export const reportCalls = {
  /**
   * Exports one table of a pitch's results as CSV, for its managers. Cells that a spreadsheet would run are escaped.
   */
  exportPitchReport: call({
    who: callers.people,
    input: z.object({ uuid: z.uuid(), kind: z.enum(reportKinds) }),
    output: csvOutput.pick({ filename: true, csv: true }),
    errors: ['PitchNotFound'],
  }),
  /** Lists the questions of a pitch, unanswered ones first; for its managers. */
  getPitchQuestions: call({
    who: callers.people,
    reads: true,
    answer: 'results',
    input: z.object({ ...query, state: z.enum(['waiting', 'answered', 'dismissed']).optional() }),
    output: listOf(ReportQuestion),
    errors: ['PitchNotFound'],
  }),
  /** Lists the messages of a pitch's public chat, oldest first; for its managers. Never a private chat. */
  getPitchChat: call({
    who: callers.people,
    reads: true,
    answer: 'results',
    input: z.object(query),
    output: listOf(ReportMessage),
    errors: ['PitchNotFound'],
  }),
}
