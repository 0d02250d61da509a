import type { OrganisationSettings } from '#features/admin/organisations/contract.ts'

/** What keeps people out, or asks something of them before they go on. */
export type Consequence = 'secondFactor' | 'adminFactor' | 'questions' | 'passwords' | 'phones'

/** What has to be said before these settings are saved. */
export function consequencesOf(before: OrganisationSettings, after: OrganisationSettings): Consequence[] {
  const shorter =
    after.password_max_days > 0 &&
    (before.password_max_days === 0 || after.password_max_days < before.password_max_days)
  const happens: [Consequence, boolean][] = [
    ['secondFactor', after.enforce_second_factor && !before.enforce_second_factor],
    ['adminFactor', after.enforce_admin_factor && !before.enforce_admin_factor && !after.enforce_second_factor],
    ['questions', !after.allow_security_questions && before.allow_security_questions],
    ['passwords', shorter],
    ['phones', !after.mobile_access && before.mobile_access],
  ]
  return happens.filter(([, does]) => does).map(([what]) => what)
}
