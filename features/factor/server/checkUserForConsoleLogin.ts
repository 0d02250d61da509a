import { findAccount } from '#features/account/server/queries.ts'
import type { factorCalls } from '#features/factor/contract.ts'
import { STEP_MINUTES } from '#features/factor/rules.ts'
import { findSessionTimes } from '#features/session/server/queries.ts'
import type { Handler } from '#server/context.ts'
import { factorTarget } from './factorTarget.ts'
import { countRecoveryCodes, listFactors } from './queries.ts'
import { askedQuestions } from './questionQueries.ts'

const nothing = { factors: [], has_recovery_codes: false, questions: [], ends_at: null }

/** Only a pending session, which a right password has opened, hears anything of anybody. */
export const checkUserForConsoleLogin: Handler<typeof factorCalls.checkUserForConsoleLogin> = async context => {
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
