import { CallFailed } from '#contract/call.ts'
import { findSessionTimes } from '#features/access/session/server/queries.ts'
import { FRESH_MINUTES } from '#features/core/account/factorRules.ts'
import { isPassword } from '#features/core/account/server/passwords.ts'
import type { AccountRow } from '#features/core/account/server/queries.ts'
import type { Context } from '#server/context.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'
import { countAttempt } from '#server/limits.ts'

/**
 * The proof that a change of a sign-in method asks for: the password, nothing, or a new sign-in of a person without a
 * password.
 */
export type Proof = 'password' | 'none' | 'signIn'

/** A recent second step is enough; so is a recent sign-in of a person without a password. */
export async function proofRequired(
  db: Database | Transaction,
  actor: Actor,
  person: Pick<AccountRow, 'passwordHash'>,
  now: Date,
): Promise<Proof> {
  const times = await findSessionTimes(db, actor.sessionId)
  const isFresh = (at: Date | null | undefined) => !!at && now.getTime() - at.getTime() < FRESH_MINUTES * 60_000
  if (isFresh(times?.secondStepAt)) return 'none'
  if (person.passwordHash) return 'password'
  return isFresh(times?.createdAt) ? 'none' : 'signIn'
}

type Asking = Pick<Context, 'frame' | 'request' | 'now'> & { readonly actor: Actor }

/**
 * Proves that the caller is the owner of the account, and not a stranger at an open browser. A password that is given is
 * always compared. Fails with ProofNeeded, OldPasswordWrong and TooManyRequests. Call it outside a transaction.
 */
export async function prove(
  { frame, request, now, actor }: Asking,
  person: Pick<AccountRow, 'id' | 'passwordHash'>,
  password: string | undefined,
): Promise<void> {
  if (!password || !person.passwordHash) {
    if ((await proofRequired(frame.db, actor, person, now)) !== 'none') throw new CallFailed('ProofNeeded')
    return
  }
  const attempt = await countAttempt(frame, { ip: request.ip, name: person.id })
  if (!(await isPassword(person.passwordHash, password))) throw new CallFailed('OldPasswordWrong')
  await attempt.succeeded()
}
