import type { Input } from '#contract/call.ts'
import { listHistory } from '#features/core/audit/server/historyQueries.ts'
import { organisationMeant } from '#features/core/organisation/server/queries.ts'
import { tell } from '#features/notify/notice/server/tell.ts'
import { canonicalAddress } from '#features/notify/suppression/server/address.ts'
import type { listCalls } from '#features/planning/list/contract.ts'
import { MOST_OWNED, RESTORABLE_DAYS } from '#features/planning/list/rules.ts'
import type { Context, Handler } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { listOf } from './answers.ts'
import { countMembers, insertMembers, removeMembers, usersAmong } from './memberQueries.ts'
import {
  changeList,
  countOwned,
  findList,
  hasTag,
  insertList,
  type ListRow,
  listLists,
  lockDeletedList,
  lockList,
  mayChange,
} from './queries.ts'

const taken = { list_name: 'ListExists' } as const

export const getListList: Handler<typeof listCalls.getListList> = async ({ db, actor, input }) => {
  const { items, total } = await listLists(db, actor, input)
  const lists = items.map(({ list }) => list)
  const members = await countMembers(db, actor, lists)
  return { items: items.map(row => listOf(actor, row, members.get(row.list.id) ?? 0)), total }
}

export const getList: Handler<typeof listCalls.getList> = async ({ db, actor, input, fail }) => {
  const row = (await findList(db, actor, input.id)) ?? fail('ListNotFound')
  const members = await countMembers(db, actor, [row.list])
  return listOf(actor, row, members.get(row.list.id) ?? 0)
}

export const getListHistory: Handler<typeof listCalls.getListHistory> = async ({ db, actor, input, fail }) => {
  const { id, ...paging } = input
  if (!(await findList(db, actor, id))) return fail('ListNotFound')
  return listHistory(db, id, paging)
}

export const createList: Handler<typeof listCalls.createList> = async context => {
  const { db, actor, input, now, fail } = context
  const { list_name: name, description, list_type: type, shared, dynamic, user_ids } = input
  if (type === 'dynamic' ? user_ids.length > 0 : dynamic) fail('ListTypeForbids')
  const organisationId = (await organisationMeant(context, input.org_id)) ?? fail('NoPermission')
  if ((await countOwned(db, actor.accountId)) >= MOST_OWNED) fail('TooManyLists')
  const filter = type === 'dynamic' ? (dynamic ?? {}) : null
  if (filter && !(await hasTag(db, organisationId, filter))) fail('TagNotFound')
  const own = { organisationId, ownerId: actor.accountId, createdAt: now, updatedAt: now }
  const row = await insertList(db, { ...own, name, description, type, shared, dynamic: filter })
  const list = row ?? fail('ListExists', taken)
  const added = (await addUsers(context, list, user_ids)) ?? fail('UserNotFound')
  await tell(context, {
    audit: {
      action: 'list.create',
      subject: list.id,
      detail: { name, type, shared, ...(added > 0 && { added }) },
      organisationId,
    },
  })
  return { id: list.id }
}

/** Adds users to a list; undefined when the caller does not see one of them. */
export async function addUsers(
  { db, actor }: Pick<Context, 'db'> & { readonly actor: Actor },
  list: ListRow,
  ids: readonly string[],
): Promise<number | undefined> {
  if (ids.length === 0) return 0
  const users = await usersAmong(db, actor, list.organisationId, ids)
  if (users.length < new Set(ids).size) return undefined
  const people = users.map(user => ({ ...user, address: canonicalAddress(user.email) }))
  return insertMembers(db, actor, list, people)
}

export const updateList: Handler<typeof listCalls.updateList> = async context => {
  const { db, actor, input, now, fail } = context
  const before = (await lockList(db, actor, input.id)) ?? fail('ListNotFound')
  if (!mayChange(actor, before)) fail('NoPermission')
  if (before.type === 'dynamic' ? input.user_ids : input.dynamic) fail('ListTypeForbids')
  if (input.dynamic && !(await hasTag(db, before.organisationId, input.dynamic))) fail('TagNotFound')
  const { values, fields } = changesOf(before, input)
  // an editor who did not change the sharing must not take the list from the people who use it
  if (fields.includes('shared') && before.ownerId !== actor.accountId) fail('NoPermission')
  if (input.user_ids) {
    await removeMembers(db, actor, before)
    if ((await addUsers(context, before, input.user_ids)) === undefined) fail('UserNotFound')
    fields.push('user_ids')
  }
  const { id } = before
  if (fields.length === 0) return { id }
  const after = (await changeList(db, id, { ...values, updatedAt: now })) ?? fail('ListExists', taken)
  const renamed = before.name === after.name ? {} : { from: before.name, to: after.name }
  const detail = { name: after.name, ...renamed, fields, ...(fields.includes('shared') && { shared: after.shared }) }
  const { organisationId } = after
  await tell(context, { audit: { action: 'list.update', subject: id, detail, organisationId } })
  return { id }
}

/** What an input changes of a list, and the names of these fields. */
function changesOf(before: ListRow, input: Input<typeof listCalls.updateList>) {
  const { list_name: name = before.name, description = before.description, shared = before.shared } = input
  const dynamic = input.dynamic ?? before.dynamic
  const changes = {
    list_name: name !== before.name,
    description: description !== before.description,
    shared: shared !== before.shared,
    dynamic: !sameFilter(dynamic, before.dynamic),
  }
  const fields: string[] = Object.entries(changes).flatMap(([field, isChanged]) => (isChanged ? [field] : []))
  return { values: { name, description, shared, dynamic }, fields }
}

const sameFilter = (a: ListRow['dynamic'], b: ListRow['dynamic']): boolean => filterText(a) === filterText(b)
const filterText = (filter: ListRow['dynamic']): string => JSON.stringify(Object.entries(filter ?? {}).sort())

export const deleteList: Handler<typeof listCalls.deleteList> = async context => {
  const { db, actor, input, now, enqueue, fail } = context
  const { id, name, organisationId, ...row } = (await lockList(db, actor, input.id)) ?? fail('ListNotFound')
  if (!mayChange(actor, row)) fail('NoPermission')
  await changeList(db, id, { deletedAt: now })
  const runAt = new Date(now.getTime() + RESTORABLE_DAYS * 86_400_000)
  await enqueue('purgeList', { listId: id }, { key: `purgeList:${id}`, runAt })
  await tell(context, { audit: { action: 'list.delete', subject: id, detail: { name }, organisationId } })
  return {}
}

export const restoreList: Handler<typeof listCalls.restoreList> = async context => {
  const { db, actor, input, fail } = context
  const deleted = (await lockDeletedList(db, actor, input.id)) ?? fail('ListNotFound')
  if (!mayChange(actor, deleted)) fail('NoPermission')
  const row = await changeList(db, deleted.id, { deletedAt: null })
  const { id, name, organisationId } = row ?? fail('ListExists', taken)
  await tell(context, { audit: { action: 'list.restore', subject: id, detail: { name }, organisationId } })
  return {}
}
