import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import type { Settings } from '#server/settings.ts'

const DAY = 86_400_000
export const HOUR_MS = 3_600_000
/** The most links of one attendee in an hour, emailed ones included. */
export const LINKS_AN_HOUR = 10
/** A join link works until so many days after the pitch's end, because feedback comes late. */
export const LINK_DAYS = 30
/** A link that replaces an expired one works for at least so many days. */
export const RENEWED_LINK_DAYS = 7

/** When a link that is written now expires. */
export const linkExpiry = ({ endsAt }: Pick<PitchRow, 'endsAt'>, now: Date): Date =>
  new Date(Math.max(endsAt.getTime() + LINK_DAYS * DAY, now.getTime() + RENEWED_LINK_DAYS * DAY))

/** A join session ends a day after the pitch, or after a day if the pitch is over; the link opens another. */
export const joinSessionExpiry = ({ endsAt }: Pick<PitchRow, 'endsAt'>, now: Date): Date =>
  new Date(Math.max(endsAt.getTime(), now.getTime()) + DAY)

/** The address by which a token opens a pitch. */
export const joinLinkTo = (
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  { uuid }: Pick<PitchRow, 'uuid'>,
  token: string,
): string => `${publicUrl}/join-session/${uuid}?access_token=${token}`
