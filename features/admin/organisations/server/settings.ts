import type { OrganisationSettings, organisationsCalls } from '#features/admin/organisations/contract.ts'
import { countPeople } from '#features/core/account/server/queries.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import {
  findOrganisation,
  lockOrganisation,
  type OrganisationRow,
  updateOrganisation,
} from '#features/core/organisation/server/queries.ts'
import { askForReviews } from '#features/planning/approval/server/asking.ts'
import { countDue } from '#features/room/recording/server/retentionQueries.ts'
import type { Handler } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'

export const getOrganisationSettings: Handler<typeof organisationsCalls.getOrganisationSettings> = async context => {
  const { db, actor, input, fail } = context
  const id = whichOrganisation(actor, input.org_id) ?? fail('OrganisationNotFound')
  const found = (await findOrganisation(db, id)) ?? fail('OrganisationNotFound')
  return {
    ...settingsOf(found),
    org_id: id,
    org_name: found.name,
    company_header_logo2: found.logo ?? '',
    people: await countPeople(db, id),
  }
}

export const countDueRecordings: Handler<typeof organisationsCalls.countDueRecordings> = async context => {
  const { db, actor, input, now, fail } = context
  const id = whichOrganisation(actor, input.org_id) ?? fail('OrganisationNotFound')
  return { due: await countDue(db, id, input.days, now) }
}

export const updateOrganisationSettings: Handler<
  typeof organisationsCalls.updateOrganisationSettings
> = async context => {
  const { db, actor, input, enqueue, fail } = context
  const { org_id, ...given } = input
  const id = whichOrganisation(actor, org_id) ?? fail('OrganisationNotFound')
  const before = settingsOf((await lockOrganisation(db, id)) ?? fail('OrganisationNotFound'))
  const names = Object.keys(before) as (keyof typeof before)[]
  const changed = names.filter(name => given[name] !== undefined && given[name] !== before[name])
  if (changed.length === 0) return {}
  const pick = (from: SomeSettings): SomeSettings => Object.fromEntries(changed.map(name => [name, from[name]]))
  await updateOrganisation(db, id, columnsOf(pick(given)))
  if (changed.includes('require_approval')) {
    if (given.require_approval) await askForReviews(context, id)
    else await enqueue('releaseInvitations', { organisationId: id, language: actor.language })
  }
  await writeAudit(context, {
    action: 'organisation.settings',
    subject: id,
    organisationId: id,
    detail: { from: pick(before), to: pick(given) },
  })
  return {}
}

/** The organization whose settings the caller may change: their own, or for a super admin any. Undefined for others. */
export function whichOrganisation(actor: Actor, requested: string | undefined): string | undefined {
  if (requested === undefined || requested === actor.organisationId) return actor.organisationId
  return actor.roles.includes('superadmin') ? requested : undefined
}

/** An organization's settings as the wire has them. */
export const settingsOf = (row: OrganisationRow): OrganisationSettings => ({
  enforce_second_factor: row.enforceSecondFactor,
  enforce_admin_factor: row.enforceAdminFactor,
  allow_security_questions: row.allowSecurityQuestions,
  password_max_days: row.passwordMaxDays ?? 0,
  session_timeout: row.sessionTimeoutMinutes,
  mobile_access: row.mobileAccess,
  require_approval: row.requireApproval,
  owners_approve_recordings: row.ownersApproveRecordings,
  recording_days: row.recordingDays ?? 0,
  support_email: row.supportEmail ?? '',
  mail_sender: row.mailSender ?? '',
  mail_color: row.mailColor ?? '',
})

/** Some of the settings. */
export type SomeSettings = { readonly [K in keyof OrganisationSettings]?: OrganisationSettings[K] | undefined }

/** The columns that the given settings change. */
export const columnsOf = (given: SomeSettings): Partial<OrganisationRow> =>
  withoutUndefined({
    enforceSecondFactor: given.enforce_second_factor,
    enforceAdminFactor: given.enforce_admin_factor,
    allowSecurityQuestions: given.allow_security_questions,
    passwordMaxDays: given.password_max_days === 0 ? null : given.password_max_days,
    sessionTimeoutMinutes: given.session_timeout,
    mobileAccess: given.mobile_access,
    requireApproval: given.require_approval,
    ownersApproveRecordings: given.owners_approve_recordings,
    recordingDays: given.recording_days === 0 ? null : given.recording_days,
    supportEmail: given.support_email === '' ? null : given.support_email,
    mailSender: given.mail_sender === '' ? null : given.mail_sender,
    mailColor: given.mail_color === '' ? null : given.mail_color,
  })

const withoutUndefined = <T extends object>(columns: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as never
