import { CallFailed } from '#contract/call.ts'
import { tellOfChange } from '#features/access/factor/server/changed.ts'
import { rememberDevice } from '#features/access/factor/server/devices.ts'
import { forgetGuesses } from '#features/access/factor/server/stepQueries.ts'
import { setSessionCookies } from '#features/access/session/server/cookies.ts'
import { finishEntry, type StepBy } from '#features/access/signIn/server/admit.ts'
import { type AccountRow, findAccount } from '#features/core/account/server/queries.ts'
import type { Outside } from '#server/context.ts'
import { inTransaction, type Work } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'

interface Step {
  readonly by: StepBy
  readonly remember: boolean
  /**
   * Uses up the shown proof, in the transaction that opens the session; false for the slower of two racing requests.
   */
  readonly use: (work: Work) => Promise<boolean>
}

/**
 * Ends a pending sign-in: uses up what was shown, opens the session under new tokens, sets its cookies. Undefined
 * when the proof is invalid. Fails with NoStepPending when a racing request was faster.
 */
export async function finishStep(context: Outside & { readonly actor: Actor }, { by, remember, use }: Step) {
  const { actor, frame, request, now } = context
  const opened = await inTransaction(frame, async work => {
    if (!(await use(work))) return undefined
    const done = await finishEntry(work.db, context, actor.sessionId, by)
    if (!done) throw new CallFailed('NoStepPending')
    await forgetGuesses(work.db, actor.accountId)
    if (remember) await rememberDevice({ db: work.db, request, now, frame }, actor.accountId)
    if (by === 'recovery' || by === 'questions') {
      const person: AccountRow = await findAccount(work.db, actor.accountId)
      const change = by === 'recovery' ? 'recoveryUsed' : 'questionsUsed'
      await tellOfChange({ ...context, ...work }, person, change, actor.sessionId)
    }
    return done
  })
  if (!opened) return undefined
  setSessionCookies(context, opened)
  return {
    access_token: opened.accessToken,
    refresh_token: opened.refreshToken ?? '',
    token_type: 'Bearer' as const,
    expires_in: opened.expiresIn,
  }
}
