import type { OrganisationSettings } from '#features/admin/organisations/contract.ts'
import type { OrganisationRow } from '#features/core/organisation/server/queries.ts'

/** An organisation's settings as the wire has them. */
export const settingsOf = (row: OrganisationRow): OrganisationSettings => ({
  enforce_second_factor: row.enforceSecondFactor,
  enforce_admin_factor: row.enforceAdminFactor,
  allow_security_questions: row.allowSecurityQuestions,
  password_max_days: row.passwordMaxDays ?? 0,
  session_timeout: row.sessionTimeoutMinutes,
  mobile_access: row.mobileAccess,
  support_email: row.supportEmail ?? '',
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
    supportEmail: given.support_email === '' ? null : given.support_email,
  })

const withoutUndefined = <T extends object>(columns: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as never
