import type { accountCalls } from '#features/account/contract.ts'
import { mobileNumber } from '#features/account/mobile.ts'
import { sendCode } from '#features/factor/server/sendCode.ts'
import { smsProviderOf } from '#features/mail/server/sms.ts'
import { countMailAsked } from '#features/session/server/limits.ts'
import type { Handler } from '#server/context.ts'
import { lockOwn } from './profileQueries.ts'

export const sendMobileCode: Handler<typeof accountCalls.sendMobileCode> = async context => {
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
