import { isZone } from '#contract/times.ts'
import { setJoinCookie } from '#features/access/session/server/cookies.ts'
import { openSession } from '#features/access/session/server/openSession.ts'
import { noteInvitedZone } from '#features/core/account/server/queries.ts'
import type { AttendeeRow } from '#features/core/part/server/attendeeQueries.ts'
import type { inviteCalls } from '#features/planning/invite/contract.ts'
import { type Handler, type OutsideOf, opensTransactions } from '#server/context.ts'
import { addJob } from '#server/jobs/jobs.ts'
import { countWrongLink } from '#server/limits.ts'
import { hashToken } from '#server/tokens.ts'
import { findLink, hasWorkingLink, noteLinkUse } from './linkQueries.ts'
import { joinSessionExpiry } from './links.ts'

type Exchange = OutsideOf<typeof inviteCalls.exchangeJoinLink>

/** [NAV-029] Lets an attendee in to one pitch by the token of their emailed link, without a password. */
export const exchangeJoinLink: Handler<typeof inviteCalls.exchangeJoinLink> = opensTransactions(async context => {
  const { input, now, request, frame, fail } = context
  const found = await findLink(frame.db, hashToken(input.access_token))
  // a link of another pitch answers the same as one that never existed
  if (found?.pitch.uuid !== input.uuid) {
    await countWrongLink(frame, request.ip)
    return fail('JoinLinkWrong')
  }
  const { link, attendee, pitch } = found
  if (attendee.disabledAt || found.isAccountDisabled) fail('JoinLinkDisabled')
  if (attendee.removedAt) fail('RemovedFromRoom')
  if (link.expiresAt <= now) {
    await renew(context, attendee, link.id)
    return fail('JoinLinkExpired')
  }
  const opened = await frame.db.transaction(async db => {
    await noteLinkUse(db, link.id, now)
    const { timezone } = input
    if (timezone && isZone(timezone)) await noteInvitedZone(db, attendee.accountId, timezone)
    return openSession(db, {
      accountId: attendee.accountId,
      organisationId: pitch.organisationId,
      ip: request.ip,
      userAgent: request.userAgent,
      now,
      join: { pitchId: pitch.id, attendeeId: attendee.id, expiresAt: joinSessionExpiry(pitch, now) },
    })
  })
  setJoinCookie(context, pitch.uuid, opened)
  return { access_token: opened.accessToken, expires_in: opened.expiresIn }
})

/**
 * [STATE-060] Emails the user of an expired link a new one, only to the invited address and only if the attendee has no
 * working link. The email has a transaction of its own, since the call fails.
 */
async function renew({ frame, now }: Exchange, { pitchId, id }: AttendeeRow, batch: string): Promise<void> {
  if (await hasWorkingLink(frame.db, id, now)) return
  await frame.db.transaction(db =>
    addJob(db, 'mailAttendees', { pitchId, mail: 'renewal', attendeeIds: [id], batch }, { key: `renewLink:${batch}` }),
  )
}
