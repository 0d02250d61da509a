import type { chatCalls } from '#features/chat/contract.ts'
import type { Handler } from '#server/context.ts'
import { entriesOf } from './entries.ts'
import { privateGroupFor } from './groupAccess.ts'

/** [CALL-223] */
export const getChatGroup: Handler<typeof chatCalls.getChatGroup> = async ({ db, actor, input, fail }) => {
  const found = await privateGroupFor(db, actor, input.group_uuid)
  if (!found) return fail('GroupNotFound')
  const [entry] = await entriesOf(db, found.access.pitch, actor.accountId, { isTeam: true, groupId: found.group.id })
  return entry ?? fail('GroupNotFound')
}
