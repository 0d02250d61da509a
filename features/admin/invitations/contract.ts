import { z } from 'zod'
import type { Role } from '#contract/call.ts'
import { call } from '#contract/declare.ts'
import { instant, language, line, listOf, paging, text } from '#contract/fields.ts'
import { inviteKinds, inviters, inviteStates, typeUserRoles } from '#features/access/registration/rules.ts'
import { partnerCalls } from './partnerCalls.ts'

/** The most days for which an open link may be valid, and the most registrations by it. */
export const OPEN_LINK_DAYS = 90
export const OPEN_LINK_USES = 1000
/** Addresses that one call invites. */
export const MAX_INVITED = 100

/** What became of each address of an invitation. */
export const inviteOutcomes = ['invited', 'NotAnAddress', 'UserExists', 'InvitationExists'] as const

/** An invitation in a list, [ENT-054]. */
const Invitation = z.object({
  id: z.uuid(),
  type: z.enum(inviteKinds),
  role_type_live: z.string(),
  /** Empty of an open link. */
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  /** The picture of the invited person, once they have one. */
  head_image: z.string(),
  company_name: z.string(),
  sharefile_folder_id: z.string(),
  state: z.enum(inviteStates),
  org_name: z.string(),
  invited_by: z.string(),
  uses: z.number().int(),
  max_uses: z.number().int(),
  created_on: instant,
  expires_on: instant,
})
export type Invitation = z.infer<typeof Invitation>

/** The result for each address; one that is named twice is invited once. */
const Outcomes = z.object({
  results: z.array(z.object({ email: z.string(), outcome: z.enum(inviteOutcomes) })),
})
export type InviteOutcome = z.infer<typeof Outcomes>['results'][number]

const everyInviter: readonly Role[] = ['superadmin', 'admin', 'useradmin', 'pitchadmin']

/** The people to invite. Names apply to a single address. */
const invited = {
  /** [RULE-031] One address, or several separated by commas. */
  email: text(20_000),
  firstname: line(80).default(''),
  lastname: line(80).default(''),
  company_name: line(120).default(''),
  language: language.default('en'),
  /** Only a super admin names another organization than their own. */
  org_id: z.uuid().optional(),
}
const tooMany = ['NoPermission', 'TooManyInvited'] as const

const one = { who: everyInviter, whileImpersonating: false, input: z.object({ id: z.uuid() }) } as const
const ofOne = ['InvitationNotFound', 'NoPermission'] as const
const State = z.object({ state: z.enum(inviteStates) })

export const invitationsCalls = {
  /** [CALL-085] Invites people of a role by email, or makes an open link, which is returned only once. */
  createInviteTypeUser: call({
    who: inviters.typeuser,
    whileImpersonating: false,
    input: z.object({
      ...invited,
      /** Empty for an open link. */
      email: text(20_000).default(''),
      role_type_live: z.enum(typeUserRoles),
      sharefile_folder_id: line(64).default(''),
      max_uses: z.number().int().min(1).max(OPEN_LINK_USES).default(25),
      expires_in_days: z.number().int().min(1).max(OPEN_LINK_DAYS).default(14),
    }),
    output: Outcomes.extend({ link: z.string().optional() }),
    errors: tooMany,
  }),
  /** [CALL-092] Invites a presenter. */
  invitePresenter: call({
    who: inviters.presenter,
    whileImpersonating: false,
    input: z.object(invited),
    output: Outcomes,
    errors: tooMany,
  }),
  /** [CALL-093, PERM-065] Invites a super admin. */
  inviteSuperAdmin: call({
    who: inviters.superadmin,
    whileImpersonating: false,
    input: z.object(invited),
    output: Outcomes,
    errors: tooMany,
  }),
  /**
   * [CALL-086] Lists the invitations of a kind, newest first, within the caller's organization.
   */
  getInviteTypeUserList: call({
    who: everyInviter,
    reads: true,
    answer: 'results',
    input: z.object({
      ...paging,
      type: z.enum(inviteKinds).default('typeuser'),
      name: line(100).optional(),
      state: z.enum(inviteStates).optional(),
    }),
    output: listOf(Invitation),
    errors: ['NoPermission'],
  }),
  /** [CALL-087, STATE-057] Disables or enables an invitation. */
  toggleInviteUser: call({ ...one, output: State, errors: ofOne }),
  /** [CALL-088, STATE-056] Disables an invitation. */
  disableInviteUser: call({ ...one, output: State, errors: ofOne }),
  /** [CALL-089, STATE-055] Enables an invitation. */
  enableInviteUser: call({ ...one, output: State, errors: ofOne }),
  /** [CALL-090, STATE-058] Deletes an invitation. Its links no longer work. */
  deleteInviteUser: call({ ...one, errors: ofOne }),
  /**
   * [CALL-091] Changes an invitation. What is left out stays. The address stays: another person is another invitation.
   */
  updateInviteUser: call({
    who: everyInviter,
    whileImpersonating: false,
    input: z.object({
      id: z.uuid(),
      role_type_live: z.enum(typeUserRoles).optional(),
      firstname: line(80).optional(),
      lastname: line(80).optional(),
      company_name: line(120).optional(),
      sharefile_folder_id: line(64).optional(),
      max_uses: z.number().int().min(1).max(OPEN_LINK_USES).optional(),
      expires_in_days: z.number().int().min(1).max(OPEN_LINK_DAYS).optional(),
    }),
    output: State,
    errors: ofOne,
  }),
  /** Sends a new link and disables the earlier one; for an open link, answers the new one. */
  resendInviteUser: call({
    ...one,
    output: State.extend({ link: z.string().optional() }),
    errors: [...ofOne, 'InviteUsed', 'InviteDisabled', 'TooManyRequests'],
  }),
  ...partnerCalls,
}
