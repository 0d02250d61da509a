import { z } from 'zod'
import { call } from '#contract/call.ts'
import { instant, line, listOf, paging } from '#contract/fields.ts'

export const mailStates = ['queued', 'sent', 'failed', 'kept'] as const

const Mail = z.object({
  id: z.uuid(),
  kind: z.string(),
  recipient: z.string(),
  subject: z.string(),
  state: z.enum(mailStates),
  failure: z.string().nullable(),
  created_at: instant,
})

/** The outbox: every mail that the console has written. */
export const mailCalls = {
  getMailList: call({
    path: 'token',
    who: ['superadmin'],
    reads: true,
    answer: 'results',
    input: z.object({ ...paging, content: line(100).optional(), state: z.enum(mailStates).optional() }),
    output: listOf(Mail),
  }),
  getMail: call({
    path: 'token',
    who: ['superadmin'],
    reads: true,
    input: z.object({ id: z.uuid() }),
    output: Mail.extend({ text: z.string(), html: z.string(), calendar: z.string().nullable() }),
    errors: ['NotFound'],
  }),
}
