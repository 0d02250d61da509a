import { CallFailed } from '#contract/call.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { managedPitch } from '#features/core/part/server/access.ts'
import { isLockedFor, nextPitchState } from '#features/core/pitch/rules.ts'
import type { inviteCalls } from '#features/planning/invite/contract.ts'
import type { Handler } from '#server/context.ts'
import { newToken } from '#server/tokens.ts'
import { countLinksSince, insertLink, lockAttendeeToLink } from './linkQueries.ts'
import { joinLinkTo, linkExpiry } from './links.ts'

/** So many links of one person may be made in an hour, mailed ones among them. */
const LINKS_AN_HOUR = 10
const HOUR_MS = 3_600_000

/** Whoever could not be mailed, or mailed again, gets no link either: a link that lets nobody in is worse than none. */
export const createJoinLink: Handler<typeof inviteCalls.createJoinLink> = async context => {
  const { input, actor, db, now, frame, fail } = context
  const pitch = await managedPitch(db, actor, input.uuid)
  if (!pitch) return fail('PitchNotFound')
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
}
