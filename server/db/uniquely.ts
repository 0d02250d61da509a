import type { Transaction } from './database.ts'

/** PostgreSQL's code for a value that a unique index already has. */
const UNIQUE_VIOLATION = '23505'

/**
 * Runs `work` in a savepoint; undefined when it writes a value that has to be unique and exists already. The
 * transaction stays usable then, with the changes of `work` undone.
 */
export async function uniquely<T>(db: Transaction, work: (inner: Transaction) => Promise<T>): Promise<T | undefined> {
  try {
    return await db.transaction(work)
  } catch (error) {
    if ((error as { cause?: { code?: string } }).cause?.code === UNIQUE_VIOLATION) return undefined
    throw error
  }
}
