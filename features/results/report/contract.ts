import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { instant, line, listOf, paging } from '#contract/fields.ts'
import { deskStates } from '#features/talk/question/rules.ts'
import { reportKinds } from './rules.ts'

const asked = { uuid: z.uuid(), ...paging, content: line(100).optional() }

/** A question as the report of a pitch has it; people are called as the room calls them. */
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

/** A message of everybody's chat as the report of a pitch has it. */
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
  /** One table of a pitch's results as CSV, for those who manage it. Cells that a spreadsheet would run are escaped. */
  exportPitchReport: call({
    who: callers.people,
    input: z.object({ uuid: z.uuid(), kind: z.enum(reportKinds) }),
    output: z.object({ filename: z.string(), csv: z.string() }),
    errors: ['PitchNotFound'],
  }),
  /** What was asked in a pitch, what was left without an answer first; for those who manage it. */
  getPitchQuestions: call({
    who: callers.people,
    reads: true,
    answer: 'results',
    input: z.object({ ...asked, state: z.enum(['waiting', 'answered', 'dismissed']).optional() }),
    output: listOf(ReportQuestion),
    errors: ['PitchNotFound'],
  }),
  /** What was written in everybody's chat of a pitch, the oldest first; for those who manage it. Never a private chat. */
  getPitchChat: call({
    who: callers.people,
    reads: true,
    answer: 'results',
    input: z.object(asked),
    output: listOf(ReportMessage),
    errors: ['PitchNotFound'],
  }),
}
