import { CallFailed } from '#contract/call.ts'
import { writeTime } from '#contract/times.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import type { AttendeeRow } from '#features/core/part/server/attendeeQueries.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { isLockedFor, nextPitchState } from '#features/core/pitch/rules.ts'
import { lockPitch } from '#features/core/pitch/server/state.ts'
import type { inviteCalls } from '#features/planning/invite/contract.ts'
import { exportOf } from '#server/sheets/csv.ts'
import { textsIn } from '#server/texts.ts'
import { newToken } from '#server/tokens.ts'
import { attendeesToLink, insertLinks, mostLinksSince } from './linkQueries.ts'
import { HOUR_MS, joinLinkTo, LINKS_AN_HOUR, linkExpiry } from './links.ts'

/** Leaves out everyone who could not be emailed either, because their link would not let them in. */
export const exportJoinLinks = withPitch<typeof inviteCalls.exportJoinLinks>('manages', async context => {
  const { actor, db, now, frame, fail } = context
  // of two at once the second counts the links of the first
  const pitch = await lockPitch(db, context.pitch.id)
  if (pitch.deletedAt) fail('PitchNotFound')
  if (isLockedFor(pitch.isLocked, actor.roles)) fail('PitchLocked')
  if (!nextPitchState(pitch.state, 'deliver')) fail('PitchStateForbids')
  if ((await mostLinksSince(db, pitch.id, new Date(now.getTime() - HOUR_MS))) >= LINKS_AN_HOUR)
    throw new CallFailed('TooManyRequests')
  const t = textsIn(actor.language, 'invite')
  const expiresAt = linkExpiry(pitch, now)
  const expires = writeTime(expiresAt, actor.language, 'day', pitch.startZone)
  const file = await exportOf<AttendeeRow & { readonly token: string }>({
    columns: [
      [t('links.email'), ({ email }) => email],
      [t('links.firstname'), ({ firstname }) => firstname],
      [t('links.lastname'), ({ lastname }) => lastname],
      [t('links.link'), ({ token }) => joinLinkTo(frame.settings, pitch, token)],
      [t('links.expires'), () => expires],
    ],
    read: async page => {
      const { items, total } = await attendeesToLink(db, pitch.id, page)
      const linked = items.map(row => ({ row, link: newToken() }))
      await insertLinks(
        db,
        linked.map(({ row, link }) => ({ attendeeId: row.id, tokenHash: link.hash, expiresAt })),
      )
      return { items: linked.map(({ row, link }) => ({ ...row, token: link.token })), total }
    },
    now,
    title: t('links.file'),
  })
  const { uuid: subject, organisationId, presentationName: name } = pitch
  await writeAudit(context, { action: 'joinLink.export', subject, organisationId, detail: { name, rows: file.rows } })
  return file
})
