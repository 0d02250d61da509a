import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { email, instant, language, line, listOf, paging, text } from '#contract/fields.ts'
import { hasHtml, MESSAGE_LENGTH, ticketStates } from './rules.ts'

/** [RULE-092, RULE-107] A question or answer: required, without HTML. */
const message = text(MESSAGE_LENGTH)
  .pipe(z.string().min(1, { error: 'required' }))
  .refine(value => !hasHtml(value), { error: 'html' })

const Ticket = z.object({
  id: z.uuid(),
  /** How people call it. */
  number: z.number().int(),
  state: z.enum(ticketStates),
  content: z.string(),
  /** The asker's name as the server knew it then; of a visitor, as given. */
  name: z.string(),
  email: z.string(),
  /** How else they said they can be reached. */
  contact: z.string(),
  /** Whether they were signed in, so that the name is theirs. */
  is_known: z.boolean(),
  org_name: z.string(),
  created_on: instant,
  updated_on: instant,
})
export type Ticket = z.infer<typeof Ticket>

const TicketMessage = z.object({
  id: z.uuid(),
  content: z.string(),
  /** Whether support wrote it, or the asker. */
  is_answer: z.boolean(),
  name: z.string(),
  at: instant,
})
export type TicketMessage = z.infer<typeof TicketMessage>

const Opened = z.object({ number: z.number().int() })

export const supportCalls = {
  /**
   * [CALL-169, CALL-172] Opens a support request and emails it to the support address, with the asker and the time.
   * The sender is the signed-in person. The same words again within ten minutes are the same request.
   */
  sendHelpInfo: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ description: message }),
    output: Opened,
  }),
  /** [CALL-170, CALL-173] Opens a support request with the sender's contact. */
  createTicket: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({
      content: message,
      /** Where they would rather be reached; answers go to the account's own address all the same. */
      email: email.optional(),
      /** The specification puts the user's id here. */
      phone: line(60).optional(),
      name: line(160).optional(),
    }),
    output: Opened,
  }),
  /** [CALL-171] Opens a support request of a visitor. */
  createVisitorTicket: call({
    path: '/webapi/rest/app/basic/createTicket',
    who: 'anyone',
    maxBytes: 40_000, // the longest question, in Chinese and percent-encoded
    input: z.object({
      content: message,
      email,
      name: line(160).default(''),
      phone: line(60).optional(),
      language: language.default('en'),
    }),
    output: Opened,
  }),
  /** Lists the caller's own support requests, newest first. */
  getMyTicketList: call({
    who: callers.people,
    reads: true,
    answer: 'results',
    input: z.object(paging),
    output: listOf(Ticket),
  }),
  /** Lists the support requests of the caller's own organization. `content` searches them, by number as well. */
  getTicketList: call({
    who: callers.admins,
    reads: true,
    answer: 'results',
    input: z.object({ ...paging, content: line(100).optional(), state: z.enum(ticketStates).optional() }),
    output: listOf(Ticket),
  }),
  /** Gets a support request with all its messages: the caller's own, or one that the caller may answer. */
  getTicket: call({
    who: callers.people,
    reads: true,
    input: z.object({ number: z.number().int().min(1).max(2_000_000_000) }),
    output: Ticket.extend({ messages: z.array(TicketMessage), may_answer: z.boolean() }),
    errors: ['TicketNotFound'],
  }),
  /** Answers a support request, and emails the answer to the asker. */
  answerTicket: call({
    who: callers.admins,
    whileImpersonating: false,
    input: z.object({ ticket_id: z.uuid(), content: message }),
    errors: ['TicketNotFound', 'TicketClosed'],
  }),
  /** Adds a message to the caller's own support request, which reopens it. */
  addToTicket: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ ticket_id: z.uuid(), content: message }),
    errors: ['TicketNotFound'],
  }),
  /** Closes a support request or reopens it, for its asker and for people who answer it. */
  setTicketClosed: call({
    who: callers.people,
    input: z.object({ ticket_id: z.uuid(), closed: z.boolean() }),
    errors: ['TicketNotFound'],
  }),
}
