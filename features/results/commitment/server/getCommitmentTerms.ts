import { formatMoney } from '#contract/money.ts'
import { pitchFor } from '#features/core/part/server/access.ts'
import { hasStarted } from '#features/core/pitch/rules.ts'
import type { commitmentCalls } from '#features/results/commitment/contract.ts'
import { seesTotal, termsRefuse } from '#features/results/commitment/rules.ts'
import type { Handler } from '#server/context.ts'
import { sumCommitments } from './queries.ts'

/** What the pitch asks for, and to whom it lets it be known, what has been committed to it. */
export const getCommitmentTerms: Handler<typeof commitmentCalls.getCommitmentTerms> = async context => {
  const { input, actor, db, now, fail } = context
  const access = await pitchFor(db, actor, input.uuid)
  if (!access) return fail('PitchNotFound')
  const { pitch, part } = access
  const { askedMinor, minimumMinor, commitUntil } = pitch
  const sum = seesTotal(pitch.commitTotal, part) ? await sumCommitments(db, pitch.id) : undefined
  const isLate = termsRefuse({ minimumMinor: null, commitUntil }, 1n, now) !== undefined
  return {
    asked_amount: askedMinor === null ? '' : formatMoney(askedMinor),
    minimum_commitment: minimumMinor === null ? '' : formatMoney(minimumMinor),
    commit_until: commitUntil?.toISOString() ?? null,
    is_open: hasStarted(pitch.state) && !isLate,
    total: sum ? { count: sum.total, money_amount: formatMoney(sum.minor) } : null,
  }
}
