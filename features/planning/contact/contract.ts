import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { line } from '#contract/fields.ts'
import { contactSources, sourceStates } from './rules.ts'

const Contact = z.object({
  /** Counts the contacts of one answer. */
  id: z.number().int(),
  source: z.enum(contactSources),
  firstname: z.string(),
  lastname: z.string(),
  company: z.string(),
  /** One at least. `held`: it gets no invitation, because it is suppressed. */
  emails: z.array(z.object({ email: z.string(), held: z.boolean() })),
})
export type Contact = z.infer<typeof Contact>

const SourceRead = z.object({
  source: z.enum(contactSources),
  state: z.enum(sourceStates),
  contacts: z.number().int(),
  /** People without an address, who are left out. */
  without: z.number().int(),
  /** Google has more than were read. */
  more: z.boolean(),
})
export type SourceRead = z.infer<typeof SourceRead>

const { pitchMakers: who } = callers

export const contactCalls = {
  /** Checks whether contacts can be fetched from Google here. */
  getContactSources: call({ who, reads: true, output: z.object({ google: z.boolean() }) }),
  /** Starts Google's consent to read the caller's contacts once. `redirect` is the path of the form they are for. */
  startGoogleContacts: call({
    who,
    whileImpersonating: false,
    input: z.object({ redirect: line(500) }),
    output: z.object({ url: z.url() }),
    errors: ['ContactsOff', 'ContactsDown'],
  }),
  /**
   * [CALL-214] Reads the caller's contacts by the consent that Google has sent the browser back with. Nothing is
   * stored.
   */
  importGoogleContacts: call({
    who,
    whileImpersonating: false,
    keepsAnswer: false,
    input: z.object({
      code: z.string().min(1).max(2000),
      state: z.string().min(20).max(200),
      iss: z.string().max(300).optional(),
    }),
    output: z.object({
      /** The path of the form that they are for. */
      go_to: z.string(),
      contacts: z.array(Contact),
      sources: z.array(SourceRead),
    }),
    errors: [
      ...(['ContactsOff', 'ContactsDown', 'ContactsRefused', 'ContactsStateWrong'] as const),
      ...(['ContactsNotAllowed', 'ContactsLimited', 'ContactsApiOff'] as const),
    ],
  }),
}
export type FetchedContacts = z.output<typeof contactCalls.importGoogleContacts.output>
