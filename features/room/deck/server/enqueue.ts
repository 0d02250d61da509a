import type { Transaction } from '#server/db/database.ts'
import { addJob } from '#server/jobs/jobs.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    convertDeck: { deckFileId: string }
    cleanDecks: Record<string, unknown>
  }
}

/** A conversion is tried twice. */
const ATTEMPTS = 2

/** Queues a conversion; a queued one of the same file is replaced. */
export const enqueueConversion = (db: Transaction, deckFileId: string, runAt?: Date): Promise<void> =>
  addJob(
    db,
    'convertDeck',
    { deckFileId },
    { key: `convertDeck:${deckFileId}`, maxAttempts: ATTEMPTS, ...(runAt ? { runAt } : {}) },
  )
