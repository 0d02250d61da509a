import type { Role } from '#contract/call.ts'
import type { FactorKind, StepStatus } from '#features/factor/rules.ts'
import { maskEmail } from '#features/factor/server/masks.ts'
import { pendingPolicies } from '#features/registration/server/queries.ts'
import type { sessionCalls } from '#features/session/contract.ts'
import type { Context, Handler } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { findImpersonation } from './impersonationQueries.ts'
import { findOwnSession } from './queries.ts'

export const getUserInfoByToken: Handler<typeof sessionCalls.getUserInfoByToken> = async ({ db, actor, frame }) => {
  const found = await findOwnSession(db, actor.sessionId)
  if (!found) throw new Error('a session is gone while it makes a call')
  const { account: person, organisationName, pitchUuid, primaryFactor } = found
  // Of a join session the roles of the person's account do not count, nor does the account's organisation.
  const joined = actor.roles.includes('attendee')
  const roles = person.passwordHash ? [...person.roles, 'nolinkedin'] : person.roles
  return {
    user_id: person.id,
    firstname: person.firstname,
    lastname: person.lastname,
    username: person.username ?? '',
    // The password alone does not tell where somebody's mail goes.
    email: actor.isPending ? maskEmail(person.email) : person.email,
    head_image: person.headImage ?? person.linkedinImage ?? '',
    roles: joined ? ['attendee' as const] : ([...new Set(roles)] as Role[]),
    is_vc: person.roles.includes('vc'),
    org_id: actor.organisationId,
    org_name: organisationName,
    timezone: person.preferredTimezone ?? person.timezone,
    language: person.language,
    session_timeout: found.sessionTimeoutMinutes,
    support_email: found.supportEmail ?? frame.settings.supportEmail ?? '',
    mobile_access: found.mobileAccess,
    company_header_logo2: found.logo ?? '',
    is_password_expired: found.isPasswordExpired,
    prompt_reset_password: !joined && actor.impersonatorId === undefined && person.promptResetPassword,
    // Whoever acts as somebody else agrees to nothing for them.
    policy_pending: joined || actor.impersonatorId ? [] : await pendingPolicies(db, person.id),
    tl_2fa_status: joined ? 'off' : stepStatusOf(actor, primaryFactor),
    tl_2fa_primary: (joined ? null : primaryFactor) ?? '',
    ...(pitchUuid ? { pitch_uuid: pitchUuid } : {}),
    ...(await impersonation(db, actor)),
  }
}

/** [ENT-033] See `stepStatuses`. Who acts as somebody else does not set their factors. */
function stepStatusOf(actor: Actor, primary: FactorKind | null): StepStatus {
  if (actor.isPending) return 'pending'
  if (actor.needsFactor) return 'required'
  return primary ? 'on' : 'off'
}

/** [ENT-048] Who really acts, for the banner. */
async function impersonation(db: Context['db'], actor: Actor) {
  const found = actor.impersonatorId && (await findImpersonation(db, actor.sessionId))
  if (!found) return {}
  return {
    impersonate_model: true,
    impersonate_userid: actor.accountId,
    impersonator_name: `${found.firstname} ${found.lastname}`.trim() || found.email,
    impersonate_until: found.until.toISOString(),
  }
}
