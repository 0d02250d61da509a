import type { Answer } from '#contract/call.ts'
import type { accountCalls } from '#features/account/contract.ts'
import type { AccountRow } from './queries.ts'

/** What somebody sees of their own account. */
export function personalInfo(person: AccountRow): Answer<typeof accountCalls.getPersonalInfo> {
  const { firstname, lastname, email, companyName, position, location, timezone, language } = person
  const username = person.username ?? ''
  return { firstname, lastname, username, email, company_name: companyName, position, location, timezone, language }
}
