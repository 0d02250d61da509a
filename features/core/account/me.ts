import { z } from 'zod'
import { roles } from '#contract/call.ts'
import { instant, language } from '#contract/fields.ts'
import { policyTypes } from '#features/core/site/rules.ts'
import { factorKinds, stepStatuses } from './factorRules.ts'

/** The person who is signed in, as their browser needs to know them. */
export const Me = z.object({
  user_id: z.uuid(),
  firstname: z.string(),
  lastname: z.string(),
  username: z.string(),
  email: z.string(),
  head_image: z.string(),
  roles: z.array(z.enum([...roles, 'attendee'])),
  is_vc: z.boolean(),
  org_id: z.uuid(),
  org_name: z.string(),
  /** The zone in which they read times. */
  timezone: z.string(),
  language,
  /** Neither the person nor their invitation has said `language`: their browser knows better. */
  language_guessed: z.boolean().optional(),
  /** [STATE-096] Minutes without a click after which a browser signs out, as the organization has it. */
  session_timeout: z.number().int(),
  /** The address for questions; empty when none is set. */
  support_email: z.string(),
  /** [PROD-053] Whether the organization lets its people use the console on phones. */
  mobile_access: z.boolean(),
  /** [ENT-049, SHELL-002] The stored picture for the top bar, below `/webapi/`; empty without one. */
  company_header_logo2: z.string(),
  /** The password is older than the organization allows: every call answers PasswordExpired until it is changed. */
  is_password_expired: z.boolean(),
  /** Another person, such as an admin, set the password: the same follows. */
  prompt_reset_password: z.boolean(),
  /** [SCREEN-042] The texts that the person has yet to agree to, in the version of today. */
  policy_pending: z.array(z.enum(policyTypes)),
  /** While there are any: their versions of today, and whether the person has agreed to an earlier one of each. */
  policy_versions: z.object({ terms_of_service: z.string(), privacy_policy: z.string() }).optional(),
  policy_renewed: z.boolean().optional(),
  /**
   * [ENT-033] Where the second step stands, and the factor that is asked for first; see
   * features/core/account/factorRules.ts.
   */
  tl_2fa_status: z.enum(stepStatuses),
  tl_2fa_primary: z.enum([...factorKinds, '']),
  /**
   * The time from which a person who manages accounts, and has no factor, must set one at a sign-in; the banner asks
   * them until then.
   */
  factor_due: instant.optional(),
  /** The pitch that a join session opens. */
  pitch_uuid: z.uuid().optional(),
  /** [ENT-048] Of the super admin who acts as this person; absent for everyone else. */
  impersonate_model: z.boolean().optional(),
  /** Whom the super admin acts as. */
  impersonate_userid: z.uuid().optional(),
  impersonator_name: z.string().optional(),
  /** When it ends by itself. */
  impersonate_until: instant.optional(),
})
export type Me = z.infer<typeof Me>
