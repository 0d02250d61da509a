import { type Guess, guessCode, useCode as takeCode } from '#features/access/factor/server/codes.ts'
import { sendCode } from '#features/access/factor/server/sendCode.ts'
import type { profileCalls } from '#features/access/profile/contract.ts'
import { mobileNumber } from '#features/core/account/mobile.ts'
import { lockOwn } from '#features/core/account/server/profileQueries.ts'
import { type AccountRow, findAccount, updateAccount } from '#features/core/account/server/queries.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { smsProviderOf } from '#features/notify/mail/server/sms.ts'
import { type Handler, prepares } from '#server/context.ts'
import { countMailAsked } from '#server/limits.ts'
import { personalInfo } from './personalInfo.ts'

const numberOf = ({ mobile }: AccountRow) => (mobile ? mobileNumber(mobile) : undefined)
const codeFor = (id: string, mobile: string) => ({ purpose: 'verifyMobile', subject: `${id} ${mobile}` }) as const

export const sendMobileCode: Handler<typeof profileCalls.sendMobileCode> = async context => {
  const { db, actor, fail, frame, request } = context
  const person = await lockOwn(db, actor.accountId)
  // An admin may have written it, before numbers were checked.
  const mobile = numberOf(person)
  if (!mobile) return fail('MobileNotAllowed', { mobile: 'mobile' })
  await countMailAsked(frame, { ip: request.ip, to: mobile })
  await sendCode(context, { person, for: codeFor(person.id, mobile), reason: 'setFactor', mobile })
  return { is_sent: smsProviderOf(frame) !== undefined }
}

/** The code is bound to the number that it was sent to: another one that was typed meanwhile is not proved by it. */
export const verifyMobile = prepares<typeof profileCalls.verifyMobile, Guess>(
  async ({ frame: { db }, actor: { accountId }, input: { code }, now }) => {
    const mobile = numberOf(await findAccount(db, accountId))
    return mobile ? guessCode(db, { ...codeFor(accountId, mobile), code, now }) : undefined
  },
  async (context, guess) => {
    const { db, actor, now, fail } = context
    const person = await lockOwn(db, actor.accountId)
    const mobile = numberOf(person)
    if (!mobile) return fail('MobileNotAllowed', { mobile: 'mobile' })
    if (!(await takeCode(db, codeFor(person.id, mobile), guess))) return fail('CodeWrong')
    await updateAccount(db, person.id, { mobile, mobileVerifiedAt: now }, now)
    await writeAudit(context, { action: 'account.verifyMobile', subject: person.id })
    return personalInfo(db, person.id, now)
  },
)
