import type { CallFailed } from '#contract/call.ts'

/**
 * Why a session has ended, unless its holder signed out of it: they ended it from another one, changed their password or
 * email address there, an admin ended it, its account's term is over, or its refresh token was used twice.
 */
export const sessionEnds = [
  'elsewhere',
  'passwordChanged',
  'emailChanged',
  'byAdmin',
  'termOver',
  'copiedToken',
] as const
export type SessionEnd = (typeof sessionEnds)[number]

/** The reason that a NotSignedIn brings in `fields.session`, if the server knows the session that has ended. */
export const endOf = ({ fields }: CallFailed): SessionEnd | undefined =>
  sessionEnds.find(end => end === fields?.['session'])
