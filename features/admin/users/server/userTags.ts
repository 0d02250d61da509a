import type { usersCalls } from '#features/admin/users/contract.ts'
import type { Tag } from '#features/admin/users/userCalls.ts'
import {
  countTags,
  deleteTag,
  insertTag,
  listTags,
  lockTag,
  type TagRow,
  updateTag,
} from '#features/core/account/server/tagQueries.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { findOrganisation } from '#features/core/organisation/server/queries.ts'
import type { Handler } from '#server/context.ts'

/** The most tags of an organization; more would be confusing. */
const MOST_TAGS = 500

/** CALL-157 [ERR-045] */
export const createUserTag: Handler<typeof usersCalls.createUserTag> = async context => {
  const { db, input, actor, now, fail } = context
  const organisationId = actor.roles.includes('superadmin')
    ? (input.org_id ?? actor.organisationId)
    : actor.organisationId
  if (!(await findOrganisation(db, organisationId))) return fail('NotFound')
  if ((await countTags(db, organisationId)) >= MOST_TAGS) return fail('TooManyTags')
  const { name, colour } = input
  const tag = (await insertTag(db, { organisationId, name, colour, createdAt: now })) ?? fail('TagExists')
  await writeAudit(context, { action: 'userTag.create', subject: tag.id, organisationId, detail: { name } })
  return tagOf(tag)
}

/** A tag as the wire has it. */
export const tagOf = ({ id, name, colour }: TagRow): Tag => ({ tag_id: id, name, colour })

/** CALL-158 [ERR-045] */
export const updateUserTag: Handler<typeof usersCalls.updateUserTag> = async context => {
  const { db, input, actor, fail } = context
  const { tag_id, name, colour } = input
  const before = (await lockTag(db, actor, tag_id)) ?? fail('TagNotFound')
  const after = (await updateTag(db, before.id, { name, colour })) ?? fail('TagExists')
  const { id: subject, organisationId } = after
  const detail = { from: before.name, to: name }
  await writeAudit(context, { action: 'userTag.update', subject, organisationId, detail })
  return tagOf(after)
}

/** CALL-159 */
export const deleteUserTag: Handler<typeof usersCalls.deleteUserTag> = async context => {
  const { db, input, actor, fail } = context
  const { id, name, organisationId } = (await lockTag(db, actor, input.tag_id)) ?? fail('TagNotFound')
  await deleteTag(db, id)
  await writeAudit(context, { action: 'userTag.delete', subject: id, organisationId, detail: { name } })
  return {}
}

/** CALL-160 */
export const getUserTagList: Handler<typeof usersCalls.getUserTagList> = async ({ db, actor, input }) => {
  const rows = await listTags(db, actor, input)
  const items = rows.map(({ tag, people }) => ({ ...tagOf(tag), org_id: tag.organisationId, people }))
  return { items, total: items.length }
}
