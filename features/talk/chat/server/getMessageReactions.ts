import { veiled } from '#features/room/guest/server/veiling.ts'
import { seesGuests } from '#features/room/room/rules.ts'
import { namesSeenBy } from '#features/room/room/server/personNames.ts'
import type { chatCalls } from '#features/talk/chat/contract.ts'
import type { Handler } from '#server/context.ts'
import { messageFor } from './changeMessage.ts'
import { reactionsOf } from './changes.ts'

/** People named at most; of the others there is the number. */
const NAMED = 200

export const getMessageReactions: Handler<typeof chatCalls.getMessageReactions> = async context => {
  const { db, actor } = context
  const { row, group, access } = await messageFor(context)
  const found = await reactionsOf(db, row.id, NAMED)
  const called = await namesSeenBy(
    db,
    access.part,
    found.map(one => one.accountId),
  )
  const items = found.map(({ accountId, emoji }) => ({
    user_id: accountId,
    name: called(accountId),
    emoji,
  }))
  return {
    items: seesGuests(access.part, actor.roles) ? items : await veiled(db, group.pitchId, items),
    total: Object.values(row.reactions).reduce((sum, many) => sum + many, 0),
  }
}
