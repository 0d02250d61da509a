import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { language, line } from '#contract/fields.ts'
import { siteCalls } from '#features/core/site/contract.ts'
import { policyKinds } from '#features/core/site/rules.ts'
import { previewKinds } from '#features/notify/mail/kinds.ts'

/** A host name, with or without a port. */
const host = line(260)

const open = { path: 'basic', who: 'anyone', reads: true } as const

export const pagesCalls = {
  ...siteCalls,
  /** CALL-206: Checks whether Rostrum answers to a host, and where else to go. */
  checkAllowedHost: call({
    ...open,
    input: z.object({ host }),
    output: z.object({ allowed: z.boolean(), main_url: z.string() }),
  }),
  /** CALL-217: Gets the address that the caller's requests come from. */
  getUserIp: call({ ...open, method: 'GET', output: z.object({ ip: z.string() }) }),
  /** Gets the privacy policy or the terms, as Markdown. */
  getPolicy: call({
    ...open,
    input: z.object({ kind: z.enum(policyKinds), language: language.default('en') }),
    output: z.object({
      text: z.string(),
      /** The language that the text is in. */
      language,
      /** The policy that a person agrees to with this text. */
      version: z.string(),
      /** Whether the operator has written it. */
      is_own: z.boolean(),
    }),
  }),
  /** [ROUTE-058] Shows a kind of email, with sample people and dates. Nothing is sent. */
  getMailPreview: call({
    who: callers.adminKinds,
    reads: true,
    input: z.object({ kind: z.enum(previewKinds), language: language.default('en') }),
    output: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
  }),
}
