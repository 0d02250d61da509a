import type { usersCalls } from '#features/admin/users/contract.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import type { Handler } from '#server/context.ts'
import { tagOf } from './createUserTag.ts'
import { lockTag, updateTag } from './tagQueries.ts'

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
