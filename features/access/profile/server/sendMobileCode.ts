import { sendCode } from '#features/access/factor/server/sendCode.ts'
import type { profileCalls } from '#features/access/profile/contract.ts'
import { mobileNumber } from '#features/core/account/mobile.ts'
import { lockOwn } from '#features/core/account/server/profileQueries.ts'
import { smsProviderOf } from '#features/notify/mail/server/sms.ts'
import type { Handler } from '#server/context.ts'
import { countMailAsked } from '#server/limits.ts'

export const sendMobileCode: Handler<typeof profileCalls.sendMobileCode> = async context => {
  const { db, actor, fail, frame, request } = context
  const person = await lockOwn(db, actor.accountId)
  // An administrator may have written it, before numbers were checked.
  const mobile = person.mobile && mobileNumber(person.mobile)
  if (!mobile) return fail('MobileNotAllowed', { mobile: 'mobile' })
  await countMailAsked(frame, { ip: request.ip, to: mobile })
  const codeFor = { purpose: 'verifyMobile', subject: `${person.id} ${mobile}` } as const
  await sendCode(context, { person, for: codeFor, reason: 'setFactor', mobile })
  return { is_sent: smsProviderOf(frame) !== undefined }
}
