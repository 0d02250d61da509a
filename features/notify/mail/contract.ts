import { z } from 'zod'
import { call } from '#contract/declare.ts'
import { instant, language, line, listOf, paging } from '#contract/fields.ts'

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
    who: ['superadmin'],
    reads: true,
    answer: 'results',
    input: z.object({ ...paging, content: line(100).optional(), state: z.enum(mailStates).optional() }),
    output: listOf(Mail),
  }),
  /** CALL-212: a mail as its reader sees it in a browser, by the code in its link, for ninety days. */
  getViewInBrowserData: call({
    path: 'basic',
    who: 'anyone',
    reads: true,
    input: z.object({ code: z.string().max(100) }),
    output: z.object({ subject: z.string(), html: z.string(), language, created_at: instant }),
    errors: ['LinkNotFound', 'LinkExpired'],
  }),
  getMail: call({
    who: ['superadmin'],
    reads: true,
    input: z.object({ id: z.uuid() }),
    output: Mail.extend({ text: z.string(), html: z.string(), calendar: z.string().nullable() }),
    errors: ['NotFound'],
  }),
}
