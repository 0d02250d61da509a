import type { accountCalls } from '#features/account/contract.ts'
import { mobileNumber } from '#features/account/mobile.ts'
import { writeAudit } from '#features/audit/server/writeAudit.ts'
import { useCode as takeCode } from '#features/factor/server/codes.ts'
import type { Handler } from '#server/context.ts'
import { personalInfo } from './personalInfo.ts'
import { lockOwn } from './profileQueries.ts'
import { updateAccount } from './queries.ts'

/** The code is bound to the number that it was sent to: another one that was typed meanwhile is not proved by it. */
export const verifyMobile: Handler<typeof accountCalls.verifyMobile> = async context => {
  const { db, actor, input, now, fail, frame } = context
  const person = await lockOwn(db, actor.accountId)
  const mobile = person.mobile && mobileNumber(person.mobile)
  if (!mobile) return fail('MobileNotAllowed', { mobile: 'mobile' })
  const sent = { purpose: 'verifyMobile', subject: `${person.id} ${mobile}` } as const
  if (!(await takeCode({ outside: frame.db, db }, { ...sent, code: input.code, now }))) return fail('CodeWrong')
  await updateAccount(db, person.id, { mobile, mobileVerifiedAt: now }, now)
  await writeAudit(context, { action: 'account.verifyMobile', subject: person.id })
  return personalInfo(db, person.id, now)
}
