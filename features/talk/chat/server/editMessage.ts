import { messageTypes } from '#features/room/room/rules.ts'
import { mayAttempt } from '#features/room/room/server/pace.ts'
import type { chatCalls } from '#features/talk/chat/contract.ts'
import { isEditable } from '#features/talk/chat/rules.ts'
import { paced } from '#server/pace.ts'
import { messageToChange, signalChange } from './changeMessage.ts'
import { editContent, lastChanged } from './changes.ts'
import { mayGoOn } from './mayGoOn.ts'
import { mayTalk } from './mayTalk.ts'
import { asSent } from './queries.ts'

/** One's own message, for a quarter of an hour; to edit is to write. The same text again is no change. */
export const editMessage = paced<typeof chatCalls.editMessage>(mayAttempt, async context => {
  const { db, actor, input, now, fail, announce } = context
  const { group, access, row, room } = await messageToChange(context)
  if (row.fromAccountId !== actor.accountId || row.type !== messageTypes.normal) return fail('NoPermission')
  if (row.content === input.content) return asSent(row, group.pair)
  if (!isEditable(row.at.getTime(), now.getTime())) return fail('EditTooLate')
  // what is written anew is written: in slow mode nobody talks by editing
  await mayGoOn(context, { group, access }, room.slow, lastChanged)
  await mayTalk(context, access, room)
  const edited = await editContent(db, row.id, input.content, now)
  const message = await signalChange(context, group, edited)
  if (group.kind === 'room') {
    const { id, msg_content, notification_members } = message
    await announce(group.pitchId, 'messageEdited', {
      ...{ id, msg_content, edited_time: now.toISOString(), revision: edited.revision },
      ...(notification_members && { notification_members }),
    })
  }
  return message
})
