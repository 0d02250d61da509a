import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { email, filled, instant, language, line, listOf, paging } from '#contract/fields.ts'

/** [ENT-079] The kind of investor that an account without a sign-in represents. */
export const accountTypes = ['individual', 'entity'] as const

/** A tag stands in addresses: letters, digits, dots, dashes and underscores. */
const tag = line(40).regex(/^[A-Za-z0-9][\w.-]*$/, { error: 'tag' })

const DeveloperKey = z.object({
  id: z.uuid(),
  tag: z.string(),
  org_name: z.string(),
  created_by: z.string(),
  created_on: instant,
  last_used: instant.nullable(),
  revoked: z.boolean(),
})
export type DeveloperKey = z.infer<typeof DeveloperKey>

/** A public pitch on a partner's page. */
const OpenPitch = z.object({
  uuid: z.uuid(),
  presentation_name: z.string(),
  presenter_name: z.string(),
  company_name: z.string(),
  about: z.string(),
  start_date_raw: instant,
  end_date_raw: instant,
  status: z.number().int(),
})
export type OpenPitch = z.infer<typeof OpenPitch>

const NoLoginInvestor = z.object({
  id: z.uuid(),
  account_type: z.enum(accountTypes),
  firstname: z.string(),
  lastname: z.string(),
  owner_email: z.string(),
  owner_name: z.string(),
  org_name: z.string(),
  created_on: instant,
})
export type NoLoginInvestor = z.infer<typeof NoLoginInvestor>

const visitor = { path: 'basic', who: 'anyone' } as const

export const partnerCalls = {
  /**
   * Creates the key of a partner, whose links open the organization's public pitches. It is returned only once.
   */
  createDeveloperKey: call({
    who: callers.admins,
    whileImpersonating: false,
    input: z.object({ tag, org_id: z.uuid().optional() }),
    output: z.object({ id: z.uuid(), developerkey: z.string(), link: z.string() }),
    errors: ['NoPermission', 'TagTaken'],
  }),
  /** Lists the keys of partners. */
  getDeveloperKeyList: call({
    who: callers.admins,
    reads: true,
    answer: 'results',
    input: z.object({ ...paging, name: line(100).optional() }),
    output: listOf(DeveloperKey),
  }),
  /** Revokes the key of a partner. The partner's links no longer work. */
  revokeDeveloperKey: call({
    who: callers.admins,
    whileImpersonating: false,
    input: z.object({ id: z.uuid() }),
    errors: ['DeveloperKeyWrong'],
  }),
  /** ROUTE-012: Lists the public pitches that a partner's link opens: live and upcoming ones. */
  getPartnerPitchList: call({
    ...visitor,
    input: z.object({ developerkey: z.string().max(200), tag: z.string().max(80) }),
    output: z.object({ org_name: z.string(), items: z.array(OpenPitch) }),
    errors: ['DeveloperKeyWrong'],
  }),
  /**
   * [PROD-011] Requests the link of a guest to a public pitch. It goes to the guest's own mailbox.
   */
  joinAsGuest: call({
    ...visitor,
    input: z.object({
      developerkey: z.string().max(200),
      tag: z.string().max(80),
      uuid: z.uuid(),
      email,
      firstname: filled(80),
      lastname: filled(80),
      language: language.default('en'),
    }),
    errors: ['DeveloperKeyWrong', 'PitchNotFound'],
  }),
  /**
   * [CALL-097, ENT-079] Creates an investor who never signs in; a user of the organization owns the account.
   */
  createNoLoginInvestorAccount: call({
    who: callers.peopleAdmins,
    whileImpersonating: false,
    input: z.object({
      org_id: z.uuid().optional(),
      account_type: z.enum(accountTypes),
      /** For an entity, its full name. */
      firstname: filled(80),
      /** Only a person needs one. */
      lastname: line(80).default(''),
      owner_email: email,
    }),
    output: z.object({ id: z.uuid() }),
    errors: ['NoPermission', 'UserNotFound'],
  }),
  /** Lists investors who never sign in. */
  getNoLoginInvestorAccountList: call({
    who: callers.peopleAdmins,
    reads: true,
    answer: 'results',
    input: z.object({ ...paging, name: line(100).optional() }),
    output: listOf(NoLoginInvestor),
  }),
}
