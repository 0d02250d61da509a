import { CallFailed } from '#contract/call.ts'
import { brokenCodeRule } from '#features/factor/rules.ts'
import { isCodeOpen, useCode as takeCode } from '#features/factor/server/codes.ts'
import { countAttempt } from '#features/session/server/limits.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Registering } from './registering.ts'

/**
 * A way to use up the code that was mailed to an address, in the transaction of what they allow. What costs
 * little is looked at now, before anybody hashes a password for it. Fails with VerificationCodeError (ERR-030: it is no
 * code, or there is none that could be right), the way itself with EmailCodeWrong (ERR-029).
 */
export async function proofByCode(
  { frame, now, request }: Registering,
  { email, code }: { email: string; code: string },
): Promise<(db: Transaction) => Promise<void>> {
  const attempt = await countAttempt(frame, { ip: request.ip, name: `registration ${email}` })
  const which = { purpose: 'registration', subject: email } as const
  if (brokenCodeRule(code) || !(await isCodeOpen(frame.db, which, now))) throw new CallFailed('VerificationCodeError')
  return async db => {
    if (!(await takeCode({ outside: frame.db, db }, { ...which, code, now }))) throw new CallFailed('EmailCodeWrong')
    await attempt.succeeded()
  }
}
