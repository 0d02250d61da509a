import { countSignedIn } from '#features/access/session/server/signedInQueries.ts'
import type { usersCalls } from '#features/admin/users/contract.ts'
import { AT_MOST, AT_ONCE, CONFIRM, isHarmful, rolesToGive } from '#features/admin/users/rules.ts'
import { mayManage } from '#features/core/account/rules.ts'
import { lockTag } from '#features/core/account/server/tagQueries.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { countPitchesOf } from '#features/core/part/server/personQueries.ts'
import type { ContextOf, Handler } from '#server/context.ts'
import { actOnEach } from './manyUsers.ts'
import { findTask, insertTask } from './taskQueries.ts'
import { selectedIds, selectedRoles } from './userQueries.ts'

export const previewUsersAct: Handler<typeof usersCalls.previewUsersAct> = async ({
  db,
  frame,
  input,
  actor,
  now,
  fail,
}) => {
  const people = await selectedRoles(frame, actor, input, AT_MOST)
  if (people.length === 0) return fail('NobodySelected')
  const managed = people.filter(({ id, roles }) => id !== actor.accountId && mayManage(actor.roles, roles))
  const ids = managed.map(({ id }) => id)
  const { open, live } = await countPitchesOf(db, ids)
  return {
    people: people.length,
    not_managed: people.length - managed.length,
    signed_in: await countSignedIn(db, ids, now),
    open_pitches: open,
    live_pitches: live,
  }
}

type Change = ContextOf<typeof usersCalls.changeUsers>

/** [RULE-090, RULE-091, ERR-051] */
export const changeUsers: Handler<typeof usersCalls.changeUsers> = async context => {
  const { db, frame, input, actor, now, enqueue, afterCommit, request, fail } = context
  const { act, tag_id, role, hand_over_to } = input
  if (isHarmful(act) && input.confirm !== CONFIRM) return fail('ConfirmationMissing')
  await refuseUnfit(context)
  const ids = await selectedIds(db, actor, input, { limit: AT_MOST })
  if (ids.length === 0) return fail('NobodySelected')
  if (input.expected !== undefined && input.expected !== ids.length) return fail('SelectionChanged')

  const detail = { tag_id, role, hand_over_to }
  await writeAudit(context, { action: 'account.changeMany', subject: act, detail: { ...detail, people: ids.length } })
  if (ids.length > AT_ONCE) {
    const task = await insertTask(db, { accountId: actor.accountId, act, detail, userIds: ids, createdAt: now })
    await enqueue('changeUsers', { taskId: task.id }, { key: `changeUsers:${task.id}`, queue: 'changeUsers' })
    return { task_id: task.id, total: ids.length, done: 0, ended_on: null, failures: [] }
  }
  const afterwards: (() => void | Promise<void>)[] = []
  const failures = await actOnEach(db, { frame, actor, now, request, act, detail }, ids, afterwards)
  for (const task of afterwards) afterCommit(task)
  return { task_id: null, total: ids.length, done: ids.length, ended_on: now.toISOString(), failures }
}

/** Refuses, before any change, what would be refused for every user. */
async function refuseUnfit({ db, input, actor, fail }: Change): Promise<void> {
  const { act, tag_id, role } = input
  const tags = act === 'addTag' || act === 'removeTag'
  if (tags && !(tag_id && (await lockTag(db, actor, tag_id)))) fail('TagNotFound')
  if (act === 'changeRole' && !(role && rolesToGive(actor.roles).includes(role))) fail('NoPermission')
}

export const getUserTask: Handler<typeof usersCalls.getUserTask> = async ({ db, input, actor, fail }) => {
  const task = (await findTask(db, input.task_id, actor.accountId)) ?? fail('TaskNotFound')
  const { id, done, userIds, endedAt, failures } = task
  return { task_id: id, total: userIds.length, done, ended_on: endedAt?.toISOString() ?? null, failures }
}
