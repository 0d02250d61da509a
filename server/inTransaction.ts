import type { Transaction } from '#server/db/database.ts'
import type { Frame } from '#server/frame.ts'
import { addJob, type Enqueue } from '#server/jobs/jobs.ts'

/** What a transaction of a handler that opens its own can use. */
export interface Work {
  readonly db: Transaction
  readonly enqueue: Enqueue
}

/**
 * One transaction of a handler marked `opensTransactions`. Such handlers compare secrets, which must hold no
 * connection, or answer with secrets (recovery codes, an app's key), which must not be kept for a repeat of the call.
 */
export const inTransaction = <T>(frame: Frame, work: (work: Work) => Promise<T>): Promise<T> =>
  frame.db.transaction(db => work({ db, enqueue: (...job) => addJob(db, ...job) }))
