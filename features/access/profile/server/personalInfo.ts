import type { Answer, Role } from '#contract/call.ts'
import { CODE_MINUTES, codeIssuedAt } from '#features/access/factor/server/codes.ts'
import type { profileCalls } from '#features/access/profile/contract.ts'
import { mainRoles, RESEND_SECONDS } from '#features/core/account/rules.ts'
import type { AccountRow, Db } from '#features/core/account/server/queries.ts'
import type { Handler } from '#server/context.ts'
import { findProfile } from './changeQueries.ts'

export const getPersonalInfo: Handler<typeof profileCalls.getPersonalInfo> = async ({ db, actor, now }) =>
  personalInfo(db, actor.accountId, now)

type Personal = Answer<typeof profileCalls.getPersonalInfo>

/** An account as its owner sees it. */
export async function personalInfo(db: Db, accountId: string, now: Date): Promise<Personal> {
  const { person, organisationName, change } = await findProfile(db, accountId)
  const waits = change !== null || person.emailConfirmedAt === null
  const purpose = change ? 'changeEmail' : 'confirmEmail'
  const sentAt = waits ? await codeIssuedAt(db, { purpose, subject: accountId }) : undefined
  const resendAt = sentAt && new Date(sentAt.getTime() + RESEND_SECONDS * 1000)
  const hasCode = sentAt !== undefined && now.getTime() - sentAt.getTime() < CODE_MINUTES * 60_000
  const justSent = resendAt !== undefined && resendAt > now
  return {
    user_id: person.id,
    ...nameAndPlace(person),
    username: person.username ?? '',
    email: person.email,
    email_state: waits ? (justSent ? 'waiting' : 'resendable') : 'confirmed',
    email_pending: change?.newEmail ?? '',
    has_email_code: hasCode,
    email_resend_at: justSent ? resendAt.toISOString() : null,
    mobile: person.mobile ?? '',
    is_mobile_verified: person.mobileVerifiedAt !== null,
    head_image: shownPicture(person),
    has_own_image: person.headImage !== null,
    account_type: accountType(person),
    roles: person.roles as Role[],
    org_name: organisationName,
    last_login: person.lastLoginAt?.toISOString() ?? null,
    created_on: person.createdAt.toISOString(),
  }
}

/** What a profile and a person's record both say. */
export const nameAndPlace = (person: AccountRow) => ({
  firstname: person.firstname,
  lastname: person.lastname,
  company_name: person.companyName,
  position: person.position,
  location: person.location,
  timezone: person.timezone,
  preferred_timezone: person.preferredTimezone ?? '',
  language: person.language,
  linkedin_publicProfileUrl: person.linkedinProfileUrl ?? '',
  status: person.status,
})

/** [ENT-043] */
export const shownPicture = (person: Pick<AccountRow, 'headImage' | 'linkedinImage'>): string =>
  person.headImage ?? person.linkedinImage ?? ''

/** [ENT-046] The role that names a person's position. */
export const accountType = ({ roles }: Pick<AccountRow, 'roles'>): Role =>
  mainRoles.find(role => roles.includes(role)) ?? (roles[0] as Role)
