import { findAccount } from '#features/core/account/server/queries.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { pitchFor } from '#features/core/part/server/access.ts'
import { peopleOfPitch } from '#features/room/guest/server/peopleQueries.ts'
import { isHost, moderates } from '#features/room/room/rules.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import { chatPart, isMuted } from '#features/talk/chat/apply.ts'
import type { chatCalls } from '#features/talk/chat/contract.ts'
import type { Handler } from '#server/context.ts'

/**
 * [CALL-056] Behind the lock that every message passes: once this is acknowledged, none is taken any more. What is so
 * already is no event.
 */
export const updatePitchMuteChat: Handler<typeof chatCalls.updatePitchMuteChat> = async context => {
  const { db, actor, input, fail, announce } = context
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  const { pitch, part } = access
  const account = input.user_id ?? null
  // [PERM-051] Not oneself.
  if (!moderates(part) || account === actor.accountId) return fail('NoPermission')
  if (account) {
    const target = await findAccount(db, account).catch(() => fail('AttendeeNotFound'))
    // [PERM-052, RULE-106] Not those who run the pitch.
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
}
