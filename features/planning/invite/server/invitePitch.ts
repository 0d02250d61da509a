import { CallFailed } from '#contract/call.ts'
import { managedPitch } from '#features/core/part/server/access.ts'
import { attendeesToMail } from '#features/core/part/server/attendeeQueries.ts'
import { isLockedFor } from '#features/core/pitch/rules.ts'
import type { inviteCalls } from '#features/planning/invite/contract.ts'
import type { Handler } from '#server/context.ts'
import { inviteAgain } from './inviting.ts'

/** CALL-034. Somebody whose links are switched off has to be let in again first, and nobody is mailed twice at once. */
export const invitePitch: Handler<typeof inviteCalls.invitePitch> = async context => {
  const { input, actor, db, fail } = context
  const pitch = await managedPitch(db, actor, input.uuid)
  if (!pitch) return fail('PitchNotFound')
  if (isLockedFor(pitch.isLocked, actor.roles)) fail('PitchLocked')
  const ids = [...new Set(input.invite_ids)]
  const found = await attendeesToMail(db, pitch.id, ids)
  if (found.length < ids.length) fail('AttendeeNotFound')
  const invited = await inviteAgain(context, pitch, ids)
  if (invited === undefined) return fail('PitchStateForbids')
  if (invited === 0) throw new CallFailed('TooManyRequests')
  return { invited }
}
