import { formatMoney } from '#contract/money.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { hasStarted } from '#features/core/pitch/rules.ts'
import type { commitmentCalls } from '#features/results/commitment/contract.ts'
import { seesTotal, termsRefuse } from '#features/results/commitment/rules.ts'
import { commitmentOf, listCommitments, sumCommitments } from './queries.ts'
import { currentStatement, statementOf, statementsOf } from './statementQueries.ts'

/** What the pitch asks for, and the sum committed so far for the parts that may see it. */
export const getCommitmentTerms = withPitch<typeof commitmentCalls.getCommitmentTerms>(
  'sees',
  async ({ db, now, pitch, part }) => {
    const { currency, askedMinor, minimumMinor, commitUntil } = pitch
    const sum = seesTotal(pitch.commitTotal, part) ? await sumCommitments(db, pitch.id) : undefined
    const isLate = termsRefuse({ minimumMinor: null, commitUntil }, 1n, now) !== undefined
    return {
      currency,
      asked_amount: askedMinor === null ? '' : formatMoney(askedMinor, currency),
      minimum_commitment: minimumMinor === null ? '' : formatMoney(minimumMinor, currency),
      commit_until: commitUntil?.toISOString() ?? null,
      is_open: hasStarted(pitch.state) && !isLate,
      total: sum ? { count: sum.total, money_amount: formatMoney(sum.minor, currency) } : null,
      statement: await currentStatement(db, pitch.organisationId),
    }
  },
)

export const getMyCommitment = withPitch<typeof commitmentCalls.getMyCommitment>(
  'sees',
  async ({ actor, db, pitch }) => {
    const mine = await commitmentOf(db, pitch.id, actor.accountId)
    return {
      is_committed: mine !== undefined,
      money_amount: mine ? formatMoney(mine.amountMinor, mine.currency) : '',
      initials: mine?.initials ?? '',
      ...statementOf(mine ?? { statement: null, statementVersion: null, statementLanguage: null }),
    }
  },
)

export const getCommitmentList = withPitch<typeof commitmentCalls.getCommitmentList>(
  'manages',
  async ({ input, db, pitch }) => {
    const { total, minor } = await sumCommitments(db, pitch.id)
    const items = (await listCommitments(db, pitch.id, input)).map(({ commitment, name, email }) => ({
      id: commitment.id,
      user_id: commitment.accountId,
      name,
      email,
      money_amount: formatMoney(commitment.amountMinor, commitment.currency),
      initials: commitment.initials,
      ...statementOf(commitment),
      at: commitment.createdAt.toISOString(),
    }))
    return { items, total, sum: formatMoney(minor, pitch.currency), statements: await statementsOf(db, pitch.id) }
  },
)
