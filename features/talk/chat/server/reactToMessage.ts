import { isMuted } from '#features/talk/chat/apply.ts'
import type { chatCalls } from '#features/talk/chat/contract.ts'
import { chatIsOpen } from '#features/talk/chat/rules.ts'
import { paced } from '#server/pace.ts'
import { messageToChange, signalChange } from './changeMessage.ts'
import { setReaction } from './changes.ts'
import { mayReact } from './pace.ts'
import { asSent } from './queries.ts'

/** Once for each person and emoji; what is so already is no event. */
export const reactToMessage = paced<typeof chatCalls.reactToMessage>(mayReact, async context => {
  const { db, actor, input, now, fail, announce } = context
  const { group, access, row, room } = await messageToChange(context)
  const { emoji, on } = input
  if (access.part === 'attendee' && isMuted(room.mute, actor.accountId)) return fail('ChatMuted')
  if (!chatIsOpen(access.pitch, now)) return fail('RoomNotOpen')
  const changed = await setReaction(db, row, { accountId: actor.accountId, emoji, on })
  if (!changed) return asSent(row, group.pair)
  if (group.kind === 'room')
    await announce(group.pitchId, 'messageReacted', {
      ...{ id: row.id, emoji, on, account: actor.accountId },
      ...{ count: changed.count, revision: changed.row.revision },
    })
  return signalChange(context, group, changed.row)
})
