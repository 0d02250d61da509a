import { z } from 'zod'
import { call } from '#contract/declare.ts'
import { instant, language, line, listOf, paging } from '#contract/fields.ts'
import { suppressionKinds, topics } from '#features/notify/suppression/rules.ts'

export const mailStates = ['queued', 'sent', 'failed', 'kept', 'suppressed', 'withdrawn', 'expired'] as const
/** What a report says of an address: it is bad, the message was refused, not now, or its owner complains. */
export const reportOutcomes = ['bounces', 'blocks', 'soft', 'spam'] as const

const Mail = z.object({
  id: z.uuid(),
  kind: z.string(),
  recipient: z.string(),
  subject: z.string(),
  state: z.enum(mailStates),
  /** The suppression list that keeps it back. */
  held_by: z.enum(suppressionKinds).nullable(),
  failure: z.string().nullable(),
  created_at: instant,
})

const wayOut = z.string().max(100)

/** The outbox: every email that the console has written. */
export const mailCalls = {
  /** Lists the emails and text messages of the outbox. */
  getMailList: call({
    who: ['superadmin'],
    reads: true,
    answer: 'results',
    input: z.object({ ...paging, content: line(100).optional(), state: z.enum(mailStates).optional() }),
    output: listOf(Mail),
  }),
  /** CALL-212: Gets an email as its reader sees it in a browser, by the code in its link, for ninety days. */
  getViewInBrowserData: call({
    path: 'basic',
    who: 'anyone',
    reads: true,
    input: z.object({ code: z.string().max(100) }),
    output: z.object({
      subject: z.string(),
      html: z.string(),
      language,
      created_at: instant,
      /** The pitch that it is about, as it stands now: 0 not started, 2 live, 3 being processed, 4 over. */
      pitch: z
        .object({
          uuid: z.uuid(),
          status: z.union([z.literal(0), z.literal(2), z.literal(3), z.literal(4)]),
          starts: instant,
          ends: instant,
          /** Where the email leads: its reader's own join link, or the pitch in the console. */
          url: z.url(),
        })
        .optional(),
    }),
    errors: ['LinkNotFound', 'LinkExpired'],
  }),
  /**
   * Gets which emails the holder of an email's token gets from its organization. A wrong token answers as one that
   * wants everything.
   */
  getMailPreferences: call({
    path: 'basic',
    who: 'anyone',
    reads: true,
    input: z.object({ token: wayOut }),
    output: z.object({
      organisation: z.string(),
      /** The recipient, mostly covered: emails are forwarded. */
      address: z.string(),
      /** What they have unsubscribed from. */
      topics: z.array(z.enum(topics)),
    }),
  }),
  /**
   * CALL-213: unsubscribes the recipient of an email from its organization, by the token in it: from all, or from the
   * given topics alone. Without any topic they get everything again. Every token gets the same answer.
   */
  unsubscribeEmail: call({
    path: 'basic',
    who: 'anyone',
    keepsAnswer: false,
    whileImpersonating: false,
    input: z.object({ token: wayOut, topics: z.array(z.enum(topics)).max(topics.length).optional() }),
  }),
  /** Gets an email of the outbox. */
  getMail: call({
    who: ['superadmin'],
    reads: true,
    input: z.object({ id: z.uuid() }),
    output: Mail.extend({ text: z.string(), html: z.string(), calendar: z.string().nullable() }),
    errors: ['NotFound'],
  }),
}
