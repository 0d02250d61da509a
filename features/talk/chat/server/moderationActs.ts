import { findAccount } from '#features/core/account/server/queries.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { peopleOfPitch } from '#features/room/guest/server/peopleQueries.ts'
import { isHost, moderates } from '#features/room/room/rules.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { chatPart, isMuted } from '#features/talk/chat/apply.ts'
import type { chatCalls } from '#features/talk/chat/contract.ts'

/**
 * [CALL-056] Holds the lock that every message waits for, so that no message is taken after the acknowledgement. An
 * unchanged setting causes no event.
 */
export const updatePitchMuteChat = withPitch<typeof chatCalls.updatePitchMuteChat>(moderates, async context => {
  const { db, actor, input, fail, announce, pitch } = context
  const account = input.user_id ?? null
  // [PERM-051] Not the caller themselves.
  if (account === actor.accountId) return fail('NoPermission')
  if (account) {
    const target = await findAccount(db, account).catch(() => fail('AttendeeNotFound'))
    // [PERM-052, RULE-106] Not the team of the pitch.
    if (isHost(pitch, target)) return fail('NoPermission')
    if ((await peopleOfPitch(db, pitch, [account])).length === 0) return fail('AttendeeNotFound')
  }
  const { mute } = await lockRoom(db, pitch.id, chatPart)
  if (input.is_mute_chat !== (account ? isMuted(mute, account) : mute.all)) {
    const action = input.is_mute_chat ? 'mute' : 'unmute'
    await announce(pitch.id, 'chatMuted', { action, account })
    await writeAudit(context, {
      action: action === 'mute' ? 'chat.mute' : 'chat.unmute',
      subject: account ?? pitch.uuid,
      detail: { pitch: pitch.uuid },
    })
  }
  return { is_mute_chat: input.is_mute_chat }
})

/** Holds the lock that every message waits for, as muting does. An unchanged setting causes no event. */
export const updatePitchSlowMode = withPitch<typeof chatCalls.updatePitchSlowMode>(moderates, async context => {
  const { db, input, announce, pitch } = context
  const { seconds } = input
  if ((await lockRoom(db, pitch.id, chatPart)).slow !== seconds) {
    await announce(pitch.id, 'slowModeChanged', { seconds })
    await writeAudit(context, { action: 'chat.slowMode', subject: pitch.uuid, detail: { seconds } })
  }
  return { seconds }
})
