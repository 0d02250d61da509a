import { CallFailed } from '#contract/call.ts'
import { brokenCodeRule } from '#features/factor/rules.ts'
import { isCodeOpen, useCode as takeCode } from '#features/factor/server/codes.ts'
import { countAttempt } from '#features/session/server/limits.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Registering } from './registering.ts'

/**
 * Uses up the six digits that were mailed to an address, in the transaction of what they allow. Fails with
 * VerificationCodeError (ERR-030: it is no code, or there is none that could be right) and EmailCodeWrong (ERR-029).
 */
export async function proveByCode(
  { frame, now, request }: Registering,
  db: Transaction,
  { email, code }: { email: string; code: string },
): Promise<void> {
  const attempt = await countAttempt(frame, { ip: request.ip, name: `registration ${email}` })
  const which = { purpose: 'registration', subject: email } as const
  if (brokenCodeRule(code) || !(await isCodeOpen(frame.db, which, now))) throw new CallFailed('VerificationCodeError')
  if (!(await takeCode({ outside: frame.db, db }, { ...which, code, now }))) throw new CallFailed('EmailCodeWrong')
  await attempt.succeeded()
}
