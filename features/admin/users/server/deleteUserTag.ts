import type { usersCalls } from '#features/admin/users/contract.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import type { Handler } from '#server/context.ts'
import { deleteTag, lockTag } from './tagQueries.ts'

/** CALL-159 */
export const deleteUserTag: Handler<typeof usersCalls.deleteUserTag> = async context => {
  const { db, input, actor, fail } = context
  const { id, name, organisationId } = (await lockTag(db, actor, input.tag_id)) ?? fail('TagNotFound')
  await deleteTag(db, id)
  await writeAudit(context, { action: 'userTag.delete', subject: id, organisationId, detail: { name } })
  return {}
}
