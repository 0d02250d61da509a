import type { usersCalls } from '#features/admin/users/contract.ts'
import type { Handler } from '#server/context.ts'
import { tagOf } from './createUserTag.ts'
import { listTags } from './tagQueries.ts'

/** CALL-160 */
export const getUserTagList: Handler<typeof usersCalls.getUserTagList> = async ({ db, actor, input }) => {
  const rows = await listTags(db, actor, input)
  const items = rows.map(({ tag, people }) => ({ ...tagOf(tag), org_id: tag.organisationId, people }))
  return { items, total: items.length }
}
