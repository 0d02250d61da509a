import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Frame } from '#server/frame.ts'
import type { Sender } from '#server/turns.ts'
import { DeckRefused } from './check/refused.ts'

/**
 * The daily budget of work for files that are refused in the end, in seconds. A file that is refused at once costs one
 * second, a file that runs into every limit ten minutes.
 */
export const failedSeconds = { ofPerson: 1800, ofOrganisation: 7200 } as const
const DAY_SECONDS = 86_400

interface Budget {
  readonly person: RateLimiterMemory
  readonly organisation: RateLimiterMemory
}

const budgets = new WeakMap<Frame, Budget>()

/** Each server counts on its own, since the limit protects the machine. */
function budgetOf(frame: Frame): Budget {
  const known = budgets.get(frame)
  if (known) return known
  const limiter = (points: number) => new RateLimiterMemory({ points, duration: DAY_SECONDS })
  const budget = { person: limiter(failedSeconds.ofPerson), organisation: limiter(failedSeconds.ofOrganisation) }
  budgets.set(frame, budget)
  return budget
}

/** @throws {DeckRefused} when the budget of the sender or of their organization is spent for today */
export async function refuseWhenSpent(frame: Frame, { accountId, organisationId }: Sender): Promise<void> {
  const { person, organisation } = budgetOf(frame)
  const spent = [await person.get(accountId), await organisation.get(organisationId)]
  if (spent.some(count => count && count.remainingPoints <= 0)) throw new DeckRefused('DeckTooManyFailures')
}

/** Does a sender's work, and charges its seconds to the budget when it ends in a refusal. */
export async function chargingFailures<T>(
  frame: Frame,
  { accountId, organisationId }: Sender,
  work: () => Promise<T>,
): Promise<T> {
  const began = performance.now()
  try {
    return await work()
  } catch (error) {
    if (error instanceof DeckRefused) {
      const seconds = Math.ceil((performance.now() - began) / 1000)
      const { person, organisation } = budgetOf(frame)
      await person.penalty(accountId, seconds)
      await organisation.penalty(organisationId, seconds)
    }
    throw error
  }
}
