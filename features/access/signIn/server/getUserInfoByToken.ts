import type { Role } from '#contract/call.ts'
import { fullName } from '#contract/names.ts'
import { policiesPending, type SignedIn } from '#features/access/policy/server/pending.ts'
import { findImpersonation } from '#features/access/session/server/impersonationQueries.ts'
import type { signInCalls } from '#features/access/signIn/contract.ts'
import { ADMIN_FACTOR_DAYS, type FactorKind, factorRoles, type StepStatus } from '#features/core/account/factorRules.ts'
import type { Context, Handler } from '#server/context.ts'
import type { Actor, Frame } from '#server/frame.ts'
import { maskEmail } from '#server/masks.ts'
import { findOwnSession } from './actorQueries.ts'

export const getUserInfoByToken: Handler<typeof signInCalls.getUserInfoByToken> = async ({ db, actor, frame }) => {
  const found = await findOwnSession(db, actor.sessionId)
  if (!found) throw new Error('a session is gone while it makes a call')
  const { account: person, organisationName, pitchUuid, primaryFactor } = found
  // Of a join session the roles of the person's account do not count, nor does the account's organization.
  const joined = actor.roles.includes('attendee')
  const roles = person.passwordHash ? [...person.roles, 'nolinkedin'] : person.roles
  return {
    user_id: person.id,
    firstname: person.firstname,
    lastname: person.lastname,
    username: person.username ?? '',
    // The password alone does not tell where the account's mail goes.
    email: actor.isPending ? maskEmail(person.email) : person.email,
    head_image: person.headImage ?? person.linkedinImage ?? '',
    roles: joined ? ['attendee' as const] : ([...new Set(roles)] as Role[]),
    is_vc: person.roles.includes('vc'),
    org_id: actor.organisationId,
    org_name: organisationName,
    timezone: person.preferredTimezone ?? person.timezone,
    language: person.language,
    ...(person.languageGuessed && person.state === 'invited' && { language_guessed: true }),
    session_timeout: found.sessionTimeoutMinutes,
    support_email: found.supportEmail ?? frame.settings.supportEmail ?? '',
    mobile_access: found.mobileAccess,
    company_header_logo2: found.logo ?? '',
    is_password_expired: found.isPasswordExpired,
    prompt_reset_password: !joined && actor.impersonatorId === undefined && person.promptResetPassword,
    // A super admin agrees to nothing for the person they act as.
    ...(joined || actor.impersonatorId
      ? { policy_pending: [] }
      : await policies(db, frame, { accountId: person.id, signedInAt: found.signedInAt })),
    tl_2fa_status: joined ? 'off' : stepStatusOf(actor, primaryFactor),
    tl_2fa_primary: (joined ? null : primaryFactor) ?? '',
    ...(joined || actor.impersonatorId ? {} : factorDue(found)),
    ...(pitchUuid ? { pitch_uuid: pitchUuid } : {}),
    ...(await impersonation(db, actor)),
  }
}

async function policies(db: Context['db'], frame: Frame, person: SignedIn) {
  const { types, versions, areRenewed } = await policiesPending(frame, person, db)
  return types.length === 0
    ? { policy_pending: [] }
    : { policy_pending: types, policy_versions: versions, policy_renewed: areRenewed }
}

/** The day from which a person who manages accounts must have a factor; undefined for everyone else. */
function factorDue({
  account,
  primaryFactor,
  enforceAdminFactor,
}: NonNullable<Awaited<ReturnType<typeof findOwnSession>>>) {
  if (primaryFactor || !enforceAdminFactor || !factorRoles.some(role => account.roles.includes(role))) return {}
  return { factor_due: new Date(account.createdAt.getTime() + ADMIN_FACTOR_DAYS * 86_400_000).toISOString() }
}

/** [ENT-033] See `stepStatuses`. A super admin sets no factors for the person they act as. */
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
    impersonator_name: fullName(found) || found.email,
    impersonate_until: found.until.toISOString(),
  }
}
