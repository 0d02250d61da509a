import { z } from 'zod'
import { call } from '#contract/declare.ts'
import { line } from '#contract/fields.ts'
import { SiteInfo } from './siteInfo.ts'

const open = { path: 'basic', who: 'anyone', reads: true } as const

/**
 * What pages need to know of the console before anyone has signed in; the open pages and the registration answer it.
 */
export const siteCalls = {
  /** CALL-211: Gets what a page before sign-in needs to know of the site. An unknown host gets no organization. */
  getSiteInfo: call({ ...open, input: z.object({ host: line(260).default('') }), output: SiteInfo }),
}

export const registrationInfoCalls = {
  /**
   * Says whether anyone may register, or only invited people, and whether this server sends emails at all: without
   * SMTP they wait in the outbox, for an admin to pass on.
   */
  getRegistrationInfo: call({
    ...open,
    output: z.object({ open: z.boolean(), sends: z.boolean(), terms_version: z.string(), privacy_version: z.string() }),
  }),
}
