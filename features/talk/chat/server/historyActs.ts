import { veiled } from '#features/room/guest/server/veiling.ts'
import { seesGuests } from '#features/room/room/rules.ts'
import { namesSeenBy } from '#features/room/room/server/personNames.ts'
import type { chatCalls } from '#features/talk/chat/contract.ts'
import type { Handler } from '#server/context.ts'
import { ownReactions, reactionsOf } from './changes.ts'
import { readableGroup } from './groupAccess.ts'
import { readableMessage } from './messageActs.ts'
import { asSent, lastMessages } from './queries.ts'

/** People named at most in the reactions to a message; `total` counts all of them. */
const NAMED_REACTIONS = 200

/** The newest messages of a chat for which the caller's own reactions are listed. */
const OWN_REACTIONS = 1000

/** The messages of a room from its beginning, or of a private chat since the caller joined it. */
export const getChatHistory: Handler<typeof chatCalls.getChatHistory> = async context => {
  const { db, input } = context
  const { group, member } = await readableGroup(context, input.group_uuid)
  const rows = await lastMessages(db, group.id, {
    after: member?.afterMessage ?? 0,
    before: input.before,
    limit: input.limit + 1,
  })
  const items = rows
    .slice(0, input.limit)
    .map(row => asSent(row, group.pair))
    .reverse()
  return { items, more: rows.length > input.limit }
}

export const getMessageReactions: Handler<typeof chatCalls.getMessageReactions> = async context => {
  const { db, actor } = context
  const { row, group, access } = await readableMessage(context)
  const reactions = await reactionsOf(db, row.id, NAMED_REACTIONS)
  const names = await namesSeenBy(
    db,
    access.part,
    reactions.map(({ accountId }) => accountId),
  )
  const items = reactions.map(({ accountId, emoji }) => ({ user_id: accountId, name: names(accountId), emoji }))
  return {
    items: seesGuests(access.part, actor.roles) ? items : await veiled(db, group.pitchId, items),
    total: Object.values(row.reactions).reduce((sum, many) => sum + many, 0),
  }
}

export const getOwnReactions: Handler<typeof chatCalls.getOwnReactions> = async context => {
  const { db, actor, input } = context
  const { group } = await readableGroup(context, input.group_uuid)
  const own = await ownReactions(db, group.id, actor.accountId, OWN_REACTIONS)
  const items = own.map(({ messageId, emoji }) => ({ message_id: messageId, emoji }))
  return { items, total: items.length }
}
