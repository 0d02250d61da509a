import type { Input } from '#contract/call.ts'
import type { accountCalls } from '#features/account/contract.ts'
import { mobileNumber } from '#features/account/mobile.ts'
import type { Handler } from '#server/context.ts'
import { personalInfo } from './personalInfo.ts'
import { lockOwn } from './profileQueries.ts'
import { type NewAccount, updateAccount } from './queries.ts'

export const updatePersonalInfo: Handler<typeof accountCalls.updatePersonalInfo> = async context => {
  const { db, actor, input, now, fail } = context
  const before = await lockOwn(db, actor.accountId)
  const { mobile: typed, ...rest } = input
  const mobile = typed === undefined ? before.mobile : (mobileNumber(typed) ?? null)
  if (typed && !mobile) return fail('MobileNotAllowed', { mobile: 'mobile' })
  const proved = mobile === before.mobile ? before.mobileVerifiedAt : null
  await updateAccount(db, actor.accountId, { ...columnsOf(rest), mobile, mobileVerifiedAt: proved }, now)
  return personalInfo(db, actor.accountId, now)
}

/** What was named, by the columns; one by one, so that no other column is ever within reach of a form. */
function columnsOf(input: Omit<Input<typeof accountCalls.updatePersonalInfo>, 'mobile'>): Partial<NewAccount> {
  const { firstname, lastname, company_name, position, location, timezone, language, status } = input
  const { preferred_timezone, linkedin_publicProfileUrl } = input
  const named: Record<string, unknown> = {
    firstname,
    lastname,
    companyName: company_name,
    position,
    location,
    timezone,
    preferredTimezone: preferred_timezone === '' ? null : preferred_timezone,
    language,
    linkedinProfileUrl: linkedin_publicProfileUrl === '' ? null : linkedin_publicProfileUrl,
    status,
  } satisfies Partial<Record<keyof NewAccount, unknown>>
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined))
}
