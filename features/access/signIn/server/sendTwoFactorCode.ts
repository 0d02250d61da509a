import { CODE_MINUTES } from '#features/access/factor/server/codes.ts'
import { findFactorOfKind } from '#features/access/factor/server/queries.ts'
import { sendCode } from '#features/access/factor/server/sendCode.ts'
import type { signInCalls } from '#features/access/signIn/contract.ts'
import { findAccount } from '#features/core/account/server/queries.ts'
import { smsProviderOf } from '#features/notify/mail/server/sms.ts'
import type { Handler } from '#server/context.ts'
import { countMailAsked } from '#server/limits.ts'

/** A code belongs to the sign-in that asked for it: nobody else's browser makes it worthless, or uses it. */
export const sendTwoFactorCode: Handler<typeof signInCalls.sendTwoFactorCode> = async context => {
  const { db, input, actor, frame, request, fail } = context
  if (!actor?.isPending) return fail('NoStepPending')
  const known = await findFactorOfKind(db, actor.accountId, input.factor)
  if (!known) return fail('FactorNotFound')
  const person = await findAccount(db, actor.accountId)
  // A count of its own: who has no password must not use up what the person may ask for.
  await countMailAsked(frame, { ip: request.ip, to: `second step of ${person.id}` })
  const sentTo = await sendCode(context, {
    person,
    for: { purpose: 'secondStep', subject: stepSubject(actor.sessionId, input.factor) },
    reason: 'signIn',
    mobile: known.mobile ?? undefined,
  })
  const sends = input.factor === 'sms' ? smsProviderOf(frame) !== undefined : frame.settings.smtpUrl !== undefined
  return { sent_to: sentTo, minutes: CODE_MINUTES, sends }
}

export const stepSubject = (sessionId: string, kind: 'email' | 'sms'): string => `${sessionId} ${kind}`
