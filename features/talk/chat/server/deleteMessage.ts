import { findAccount } from '#features/core/account/server/queries.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { presents } from '#features/core/pitch/rules.ts'
import { isHost, moderates } from '#features/room/room/rules.ts'
import { livingPart } from '#features/room/room/server/livingHost.ts'
import { mayAttempt } from '#features/room/room/server/pace.ts'
import type { chatCalls } from '#features/talk/chat/contract.ts'
import type { ContextOf } from '#server/context.ts'
import { raise } from '#server/occasions.ts'
import { paced } from '#server/pace.ts'
import { type MessageAccess, messageToChange, signalChange } from './changeMessage.ts'
import { emptyMessage } from './changes.ts'
import { findGroup, forwardsOf } from './queries.ts'
import { emptyStoredMessage } from './storedMessages.ts'

type Deleting = ContextOf<typeof chatCalls.deleteMessage>

/** Takes away what a message said; that there was one stays to be seen. */
export const deleteMessage = paced<typeof chatCalls.deleteMessage>(mayAttempt, async context => {
  const { db, actor, announce, fail } = context
  const found = await messageToChange(context)
  const { group, row } = found
  const isOwn = row.fromAccountId === actor.accountId
  if (!isOwn && !(await mayDeleteOthers(context, found))) return fail('NoPermission')
  const deleted = isOwn ? 'sender' : 'moderator'
  const emptied = await emptyMessage(db, row.id, deleted)
  if (group.kind === 'room') {
    await emptyStoredMessage(db, group.pitchId, row.id)
    await announce(group.pitchId, 'messageDeleted', { id: row.id, deleted, revision: emptied.revision })
    await raise(context, 'messageDeleted', { pitch: found.access.pitch, messageId: row.id })
    await emptyForwards(context, found, deleted)
  }
  if (!isOwn)
    await writeAudit(context, {
      action: 'chat.deleteMessage',
      subject: row.fromAccountId,
      detail: { pitch: found.access.pitch.uuid, message: row.id },
    })
  return signalChange(context, group, emptied)
})

/** What was forwarded in private is gone with it, there as well. */
async function emptyForwards(
  context: Deleting,
  { group: { pitchId }, row }: MessageAccess,
  deleted: 'sender' | 'moderator',
): Promise<void> {
  for (const { id, groupId } of await forwardsOf(context.db, pitchId, row.id)) {
    const group = await findGroup(context.db, groupId)
    const emptied = await emptyMessage(context.db, id, deleted)
    if (group) await signalChange(context, group, emptied)
  }
}

/** In everybody's chat those who look after the room delete what attendees wrote; whoever presents, what anybody did. */
async function mayDeleteOthers({ db, actor }: Deleting, { group, access, row }: MessageAccess): Promise<boolean> {
  if (group.kind !== 'room' || !moderates(access.part)) return false
  if (presents(await livingPart(db, actor, access))) return true
  const sender = await findAccount(db, row.fromAccountId)
  return !isHost(access.pitch, sender)
}
