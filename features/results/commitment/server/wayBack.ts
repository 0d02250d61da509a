import { attendeeOf } from '#features/core/part/server/attendeeQueries.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { insertLink } from '#features/planning/invite/server/linkQueries.ts'
import { joinLinkTo, linkExpiry } from '#features/planning/invite/server/links.ts'
import type { Context } from '#server/context.ts'
import { newToken } from '#server/tokens.ts'

/** The address of a pitch for an investor. An attendee may have no other way in, so the address lets them in by itself. */
export async function wayBack(
  { db, frame, now }: Pick<Context, 'db' | 'frame' | 'now'>,
  pitch: PitchRow,
  accountId: string,
): Promise<string> {
  const attendee = await attendeeOf(db, pitch.id, accountId)
  if (!attendee) return `${frame.settings.publicUrl}/join-session/${pitch.uuid}`
  const { token, hash } = newToken()
  await insertLink(db, attendee.id, hash, linkExpiry(pitch, now))
  return joinLinkTo(frame.settings, pitch, token)
}
