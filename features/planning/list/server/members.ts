import { listTags } from '#features/core/account/server/tagQueries.ts'
import { tell } from '#features/notify/notice/server/tell.ts'
import { canonicalAddress } from '#features/notify/suppression/server/address.ts'
import type { listCalls } from '#features/planning/list/contract.ts'
import { COUNTED, MOST_MEMBERS } from '#features/planning/list/rules.ts'
import type { Handler } from '#server/context.ts'
import { exportOf } from '#server/sheets/csv.ts'
import { textsIn } from '#server/texts.ts'
import { memberOf } from './answers.ts'
import { heldAmong } from './held.ts'
import { addUsers } from './lists.ts'
import { insertMembers, listMembers, listUsers, removeMembers, sizeOf } from './memberQueries.ts'
import { changeList, findList, lockList, mayChange } from './queries.ts'

export const getListMemberDetailList: Handler<typeof listCalls.getListMemberDetailList> = async context => {
  const { db, actor, frame, input, fail } = context
  const { list_id, ...asked } = input
  const { list } = (await findList(db, actor, list_id)) ?? fail('ListNotFound')
  const { items, total } = await listMembers(db, actor, list, asked, COUNTED)
  const emails = items.map(({ email }) => email)
  const held = await heldAmong(frame, db, list.organisationId, emails)
  return { items: items.map(person => memberOf(person, held.get(person.email)?.kind ?? null)), total }
}

export const getListUserList: Handler<typeof listCalls.getListUserList> = async ({ db, actor, input, fail }) => {
  const { list_id, ...asked } = input
  const { list } = (await findList(db, actor, list_id)) ?? fail('ListNotFound')
  return listUsers(db, actor, list.organisationId, asked)
}

export const getListTagList: Handler<typeof listCalls.getListTagList> = async ({ db, actor, input }) => {
  const rows = await listTags(db, actor, input)
  const items = rows.map(({ tag }) => ({ tag_id: tag.id, name: tag.name }))
  return { items, total: items.length }
}

export const addListMembers: Handler<typeof listCalls.addListMembers> = async context => {
  const { db, actor, input, now, fail } = context
  const { list_id, user_ids, contacts } = input
  const list = (await lockList(db, actor, list_id)) ?? fail('ListNotFound')
  if (!mayChange(actor, list)) fail('NoPermission')
  if (list.type === 'dynamic') fail('ListTypeForbids')
  const users = (await addUsers(context, list, user_ids)) ?? fail('UserNotFound')
  const people = contacts.map(contact => ({ ...contact, address: canonicalAddress(contact.email) }))
  const added = users + (await insertMembers(db, actor, list, people))
  if ((await sizeOf(db, list.id)) > MOST_MEMBERS) fail('ListFull')
  if (added > 0) {
    await changeList(db, list.id, { updatedAt: now })
    const { id: subject, name, organisationId } = list
    await tell(context, { audit: { action: 'list.addPeople', subject, detail: { name, added }, organisationId } })
  }
  return { added, known: user_ids.length + contacts.length - added }
}

export const deleteListMembers: Handler<typeof listCalls.deleteListMembers> = async context => {
  const { db, actor, input, now, fail } = context
  const list = (await lockList(db, actor, input.list_id)) ?? fail('ListNotFound')
  if (!mayChange(actor, list)) fail('NoPermission')
  if (list.type === 'dynamic') fail('ListTypeForbids')
  const removed = await removeMembers(db, actor, list, input.ids)
  if (removed > 0) {
    await changeList(db, list.id, { updatedAt: now })
    const { id: subject, name, organisationId } = list
    await tell(context, { audit: { action: 'list.removePeople', subject, detail: { name, removed }, organisationId } })
  }
  return { removed }
}

/** A file that can be imported again: its heads are those that a contact list knows. */
export const exportListMembers: Handler<typeof listCalls.exportListMembers> = async context => {
  const { db, actor, input, now, fail } = context
  const { list_id, ...asked } = input
  const { list } = (await findList(db, actor, list_id)) ?? fail('ListNotFound')
  const t = textsIn(actor.language, 'lists')
  const file = await exportOf<Awaited<ReturnType<typeof listMembers>>['items'][number]>({
    columns: [
      [t('columns.email'), ({ email }) => email],
      [t('columns.firstname'), ({ firstname }) => firstname],
      [t('columns.lastname'), ({ lastname }) => lastname],
      [t('columns.company'), ({ company_name }) => company_name ?? ''],
    ],
    read: page => listMembers(db, actor, list, { ...asked, ...page }),
    now,
    title: t('file'),
  })
  const { id: subject, name, organisationId } = list
  const detail = { name, rows: file.rows, total: file.total, filter: { ...asked } }
  await tell(context, { audit: { action: 'list.export', subject, detail, organisationId } })
  return file
}
