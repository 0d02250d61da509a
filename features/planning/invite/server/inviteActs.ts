import { CallFailed } from '#contract/call.ts'
import { MAX_INVITEES } from '#features/core/part/rules.ts'
import type { PitchSeen } from '#features/core/part/server/access.ts'
import { mayMailAll } from '#features/core/part/server/attendeeQueries.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { isLockedFor } from '#features/core/pitch/rules.ts'
import type { inviteCalls } from '#features/planning/invite/contract.ts'
import { peopleOfLists } from '#features/planning/list/server/people.ts'
import type { ContextOf } from '#server/context.ts'
import { hasEmailTwice, invite, inviteAgain } from './inviting.ts'

type ByContacts = typeof inviteCalls.invitePitchByManuallyContacts

async function inviteThem(context: ContextOf<ByContacts> & PitchSeen) {
  const { input, actor, pitch, fail } = context
  if (isLockedFor(pitch.isLocked, actor.roles)) fail('PitchLocked')
  if (hasEmailTwice(input.attendees_arr)) fail('EmailTwice', { attendees_arr: 'twice' })
  const { list_ids: listIds, attendees_arr: named } = input
  if (listIds.length === 0) return (await invite(context, pitch, named)) ?? fail('PitchStateForbids')
  const beside = named.map(({ email }) => email)
  const of = { organisationId: pitch.organisationId, pitchId: pitch.id, listIds, beside, held: true }
  const { people, missing, known, suppressed, disabled } = await peopleOfLists(context, actor, of)
  if (missing.length > 0) fail('ListNotFound')
  const all = [...named, ...people]
  if (all.length > MAX_INVITEES) fail('TooManyAttendees')
  const done = (await invite(context, pitch, all)) ?? fail('PitchStateForbids')
  return { ...done, known: done.known + known, left_out: suppressed + disabled }
}

/** CALL-035 */
export const invitePitchByManuallyContacts = withPitch<ByContacts>('manages', inviteThem)

/** CALL-038 */
export const updatePitchInviteAttendees = withPitch<typeof inviteCalls.updatePitchInviteAttendees>(
  'manages',
  inviteThem,
)

/** CALL-034. Attendees whose links are disabled have to be enabled first, and no address is emailed twice at once. */
export const invitePitch = withPitch<typeof inviteCalls.invitePitch>('manages', async context => {
  const { input, actor, pitch, db, fail } = context
  if (isLockedFor(pitch.isLocked, actor.roles)) fail('PitchLocked')
  const ids = [...new Set(input.invite_ids)]
  if (!(await mayMailAll(db, pitch.id, ids))) fail('AttendeeNotFound')
  const mailed = (await inviteAgain(context, pitch, ids)) ?? fail('PitchStateForbids')
  if (mailed.invited === 0) throw new CallFailed('TooManyRequests')
  return mailed
})
