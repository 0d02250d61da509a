import { countRecoveryCodes, listFactors } from '#features/access/factor/server/queries.ts'
import { askedQuestions } from '#features/access/factor/server/questionQueries.ts'
import { factorTarget } from '#features/access/factor/server/sendCode.ts'
import { findSessionTimes } from '#features/access/session/server/queries.ts'
import type { signInCalls } from '#features/access/signIn/contract.ts'
import { STEP_MINUTES } from '#features/core/account/factorRules.ts'
import { findAccount } from '#features/core/account/server/queries.ts'
import type { Handler } from '#server/context.ts'

const nothing = { factors: [], has_recovery_codes: false, questions: [], ends_at: null }

/** Only a pending session, which the correct password has opened, is told anything about a person. */
export const checkUserForConsoleLogin: Handler<typeof signInCalls.checkUserForConsoleLogin> = async context => {
  const { db, actor } = context
  if (!actor?.isPending) return { ...nothing, next: actor && !actor.pitchId ? 'nothing' : 'password' }
  const person = await findAccount(db, actor.accountId)
  const factors = await listFactors(db, actor.accountId)
  const kinds = factors.filter((one, at) => factors.findIndex(other => other.kind === one.kind) === at)
  const times = await findSessionTimes(db, actor.sessionId)
  const endsAt = new Date((times?.createdAt.getTime() ?? 0) + STEP_MINUTES * 60_000)
  return {
    next: 'secondStep',
    factors: kinds.map(one => ({ factor: one.kind, sent_to: factorTarget(one, person) })),
    has_recovery_codes: (await countRecoveryCodes(db, actor.accountId)) > 0,
    questions: (await askedQuestions(db, actor)).map(({ question }) => question),
    ends_at: endsAt.toISOString(),
  }
}
