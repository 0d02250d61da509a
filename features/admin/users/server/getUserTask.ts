import type { usersCalls } from '#features/admin/users/contract.ts'
import type { Handler } from '#server/context.ts'
import { findTask } from './taskQueries.ts'

export const getUserTask: Handler<typeof usersCalls.getUserTask> = async ({ db, input, actor, fail }) => {
  const task = (await findTask(db, input.task_id, actor.accountId)) ?? fail('TaskNotFound')
  const { id, done, userIds, endedAt, failures } = task
  return { task_id: id, total: userIds.length, done, ended_on: endedAt?.toISOString() ?? null, failures }
}
