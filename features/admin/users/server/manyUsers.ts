import { CallFailed } from '#contract/call.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { BulkAct, BulkDetail } from '#features/admin/users/rules.ts'
import { namesFor } from '#features/core/account/server/queries.ts'
import type { RequestInfo } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Actor, Frame } from '#server/frame.ts'
import { addJob } from '#server/jobs/jobs.ts'
import type { TaskFailure } from './tables.ts'
import { actOn } from './userActs.ts'

/** The parameters of an act on many users. */
export interface Many {
  readonly frame: Frame
  readonly actor: Actor
  readonly now: Date
  readonly request?: RequestInfo | undefined
  readonly act: BulkAct
  readonly detail: BulkDetail
}

type Afterwards = (() => void | Promise<void>)[]

/**
 * Applies one action to each of these users in a nested transaction, so that a failure for one user does not undo the
 * act for the others. Tasks for after the commit are added to `afterwards`.
 */
export async function actOnEach(
  outer: Transaction,
  many: Many,
  ids: readonly string[],
  afterwards: Afterwards,
): Promise<TaskFailure[]> {
  const { act, detail, ...rest } = many
  const refused = new Map<string, ErrorCode>()
  for (const id of ids) {
    const own: Afterwards = []
    try {
      await outer.transaction(db =>
        actOn(
          { ...rest, db, enqueue: (...job) => addJob(db, ...job), afterCommit: task => void own.push(task) },
          act,
          id,
          detail,
        ),
      )
      afterwards.push(...own)
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      refused.set(id, error.code)
    }
  }
  const names = await namesFor(outer, [...refused.keys()])
  return [...refused].map(([user_id, code]) => ({ user_id, name: names.get(user_id) ?? '', code }))
}
