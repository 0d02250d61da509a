import { CallFailed } from '#contract/call.ts'
import { guessCode, isCodeOpen, useCode as takeCode } from '#features/access/factor/server/codes.ts'
import type { registrationCalls } from '#features/access/registration/contract.ts'
import { brokenCodeRule } from '#features/core/account/factorRules.ts'
import type { Handler } from '#server/context.ts'
import { countAttempt, countMailAsked } from '#server/limits.ts'
import { hashToken } from '#server/tokens.ts'
import type { Ground, Registering } from './registering.ts'

/** Only a job looks whose address it is, so that neither the answer nor its time tells. */
export const sendVerificationCodeEmail: Handler<typeof registrationCalls.sendVerificationCodeEmail> = async context => {
  const { input, enqueue, frame, request } = context
  const { email, type, language, invite_code: code } = input
  await countMailAsked(frame, { ip: request.ip, to: email })
  const inviteHash = code === undefined ? undefined : hashToken(code)
  await enqueue('mailVerification', { email, type, language, ...(inviteHash ? { inviteHash } : {}), asked: request.id })
  return {}
}

/**
 * A proof by the code that was emailed to an address. What costs little is looked at now, before anyone hashes a
 * password for it; a guess is counted once the password is good. Fails with VerificationCodeError (ERR-030: it is no
 * code, or there is none that could be right), the way itself with EmailCodeWrong (ERR-029).
 */
export async function proofByCode(
  { frame, now, request }: Registering,
  { email, code }: { email: string; code: string },
): Promise<Ground['prove']> {
  const attempt = await countAttempt(frame, { ip: request.ip, name: `registration ${email}` })
  const which = { purpose: 'registration', subject: email } as const
  if (brokenCodeRule(code) || !(await isCodeOpen(frame.db, which, now))) throw new CallFailed('VerificationCodeError')
  return async () => {
    const guess = await guessCode(frame.db, { ...which, code, now })
    return async db => {
      if (!(await takeCode(db, which, guess))) throw new CallFailed('EmailCodeWrong')
      await attempt.succeeded()
    }
  }
}
