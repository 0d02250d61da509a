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

/** Has a file converted, once however often it is asked for. */
export const enqueueConversion = (db: Transaction, deckFileId: string, runAt?: Date): Promise<void> =>
  addJob(
    db,
    'convertDeck',
    { deckFileId },
    { key: `convertDeck:${deckFileId}`, maxAttempts: ATTEMPTS, ...(runAt ? { runAt } : {}) },
  )
