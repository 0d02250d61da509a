import { managedPitch } from '#features/core/part/server/access.ts'
import { isLockedFor } from '#features/core/pitch/rules.ts'
import type { inviteCalls } from '#features/planning/invite/contract.ts'
import type { Handler } from '#server/context.ts'
import { hasEmailTwice, invite } from './inviting.ts'

/** CALL-035 */
export const invitePitchByManuallyContacts: Handler<
  typeof inviteCalls.invitePitchByManuallyContacts
> = async context => {
  const { input, actor, db, fail } = context
  const pitch = await managedPitch(db, actor, input.uuid)
  if (!pitch) return fail('PitchNotFound')
  if (isLockedFor(pitch.isLocked, actor.roles)) fail('PitchLocked')
  if (hasEmailTwice(input.attendees_arr)) fail('EmailTwice', { attendees_arr: 'twice' })
  return (await invite(context, pitch, input.attendees_arr)) ?? fail('PitchStateForbids')
}
