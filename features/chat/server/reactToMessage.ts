import { CallFailed } from '#contract/call.ts'
import { isMuted } from '#features/chat/apply.ts'
import type { chatCalls } from '#features/chat/contract.ts'
import { chatIsOpen } from '#features/chat/rules.ts'
import { roomStateOf } from '#features/room/server/queries.ts'
import type { Handler } from '#server/context.ts'
import { messageToChange, signalChange } from './changeMessage.ts'
import { setReaction } from './changes.ts'
import { mayReact } from './pace.ts'
import { asSent } from './queries.ts'

/** Once for each person and emoji; what is so already is no event. */
export const reactToMessage: Handler<typeof chatCalls.reactToMessage> = async context => {
  const { db, actor, input, now, fail, announce } = context
  if (!mayReact(actor.accountId, now)) throw new CallFailed('TooManyRequests')
  const { group, access, row } = await messageToChange(context)
  const { emoji, on } = input
  const { mute } = await roomStateOf(db, group.pitchId)
  if (access.part === 'attendee' && isMuted(mute, actor.accountId)) return fail('ChatMuted')
  if (!chatIsOpen(access.pitch, now)) return fail('RoomNotOpen')
  const changed = await setReaction(db, row, { accountId: actor.accountId, emoji, on })
  if (!changed) return asSent(row, group.pair)
  if (group.kind === 'room')
    await announce(group.pitchId, 'messageReacted', {
      ...{ id: row.id, emoji, on, account: actor.accountId },
      ...{ count: changed.count, revision: changed.row.revision },
    })
  return signalChange(context, group, changed.row)
}
