import { randomUUID } from 'node:crypto'
import { CallFailed } from '#contract/call.ts'
import { findAccount } from '#features/core/account/server/queries.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/context.ts'
import { type Attempt, countAttempt } from '#server/limits.ts'
import { tellOfChange } from './changed.ts'
import { countGuess } from './stepQueries.ts'

/**
 * Guesses at one person's second step within an hour, from all addresses together; and the number after which the
 * person gets an email.
 */
export const GUESSES = 10
const TOLD_AFTER = 5
const WINDOW = 3_600_000

/**
 * Counts a guess before it is compared. Unlike a password, a code has a million values at most, so the count is kept
 * per person and not per address: the caller knows the password already. Fails with TooManyRequests.
 */
export async function countStepGuess(
  { frame, request, now }: Pick<Context, 'frame' | 'request' | 'now'>,
  accountId: string,
): Promise<Attempt> {
  const attempt = await countAttempt(frame, { ip: request.ip, name: `second step of ${accountId}` })
  const guesses = await countGuess(frame.db, accountId, now, WINDOW)
  if (guesses === TOLD_AFTER + 1)
    await inTransaction(frame, async work =>
      tellOfChange({ ...work, frame, now }, await findAccount(work.db, accountId), 'guessed', randomUUID()),
    )
  if (guesses > GUESSES) throw new CallFailed('TooManyRequests')
  return attempt
}
