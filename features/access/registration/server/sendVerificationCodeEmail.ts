import type { registrationCalls } from '#features/access/registration/contract.ts'
import type { Handler } from '#server/context.ts'
import { countMailAsked } from '#server/limits.ts'
import { hashToken } from '#server/tokens.ts'

/** Only a job looks whose address it is, so that neither the answer nor its time tells. */
export const sendVerificationCodeEmail: Handler<typeof registrationCalls.sendVerificationCodeEmail> = async context => {
  const { input, enqueue, frame, request } = context
  const { email, type, language, invite_code: code } = input
  await countMailAsked(frame, { ip: request.ip, to: email })
  const inviteHash = code === undefined ? undefined : hashToken(code)
  await enqueue('mailVerification', { email, type, language, ...(inviteHash ? { inviteHash } : {}), asked: request.id })
  return {}
}
