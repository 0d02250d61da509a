import { CallFailed, type Input } from '#contract/call.ts'
import { prove } from '#features/access/factor/server/proof.ts'
import type { profileCalls } from '#features/access/profile/contract.ts'
import { mobileNumber } from '#features/core/account/mobile.ts'
import { lockOwn } from '#features/core/account/server/profileQueries.ts'
import { findAccount, type NewAccount, updateAccount } from '#features/core/account/server/queries.ts'
import { type Handler, prepares } from '#server/context.ts'
import { personalInfo } from './personalInfo.ts'
import { keepLanguage } from './updateLanguage.ts'

const update: Handler<typeof profileCalls.updatePersonalInfo> = async context => {
  const { db, actor, input, now, fail } = context
  const before = await lockOwn(db, actor.accountId)
  const { mobile: typed, current_pass: _proof, ...rest } = input
  const mobile = typed === undefined ? before.mobile : (mobileNumber(typed) ?? null)
  if (typed && !mobile) return fail('MobileNotAllowed', { mobile: 'mobile' })
  const proved = mobile === before.mobile ? before.mobileVerifiedAt : null
  await updateAccount(db, actor.accountId, { ...columnsOf(rest), mobile, mobileVerifiedAt: proved }, now)
  if (input.language) await keepLanguage(context, input.language)
  return personalInfo(db, actor.accountId, now)
}

/**
 * Another number asks for the password: by a code that is texted there, an admin makes sure whom they help, and
 * it may become a factor. Nothing else of the profile opens anything.
 */
export const updatePersonalInfo = prepares<typeof profileCalls.updatePersonalInfo>(async call => {
  const { mobile, current_pass } = call.input
  if (mobile === undefined) return
  const person = await findAccount(call.frame.db, call.actor.accountId)
  const next = mobileNumber(mobile) ?? null
  // what is no number is refused for that, without a password
  if ((mobile !== '' && next === null) || next === person.mobile) return
  if (call.actor.impersonatorId) throw new CallFailed('NotWhileImpersonating')
  await prove(call, person, current_pass)
}, update)

/** What was named, by the columns; one by one, so that no other column is ever within reach of a form. */
function columnsOf(
  input: Omit<Input<typeof profileCalls.updatePersonalInfo>, 'mobile' | 'current_pass'>,
): Partial<NewAccount> {
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
