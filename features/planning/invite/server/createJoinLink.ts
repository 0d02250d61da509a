import { CallFailed } from '#contract/call.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { isLockedFor, nextPitchState } from '#features/core/pitch/rules.ts'
import type { inviteCalls } from '#features/planning/invite/contract.ts'
import { newToken } from '#server/tokens.ts'
import { countLinksSince, insertLink, lockAttendeeToLink } from './linkQueries.ts'
import { HOUR_MS, joinLinkTo, LINKS_AN_HOUR, linkExpiry } from './links.ts'

/** Refuses every attendee who could not be emailed either, because their link would not let them in. */
export const createJoinLink = withPitch<typeof inviteCalls.createJoinLink>('manages', async context => {
  const { input, actor, pitch, db, now, frame, fail } = context
  if (isLockedFor(pitch.isLocked, actor.roles)) fail('PitchLocked')
  if (!nextPitchState(pitch.state, 'deliver')) fail('PitchStateForbids')
  const attendee = await lockAttendeeToLink(db, pitch.id, input.attendee_id)
  if (!attendee) return fail('AttendeeNotFound')
  if ((await countLinksSince(db, attendee.id, new Date(now.getTime() - HOUR_MS))) >= LINKS_AN_HOUR)
    throw new CallFailed('TooManyRequests')
  const { token, hash } = newToken()
  const expiresAt = linkExpiry(pitch, now)
  await insertLink(db, attendee.id, hash, expiresAt)
  await writeAudit(context, {
    action: 'joinLink.create',
    subject: attendee.id,
    organisationId: pitch.organisationId,
    detail: { pitch: pitch.uuid, account: attendee.accountId },
  })
  return { link: joinLinkTo(frame.settings, pitch, token), expires: expiresAt.toISOString() }
})
