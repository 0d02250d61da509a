import type { Frame } from '#server/frame.ts'
import { stamp } from '#server/secrets.ts'
import type { PollRow } from './queries.ts'

/** What tells that somebody has voted: their id, and in an anonymous poll a seal that leads nobody back to it. */
export const voterOf = async ({ settings }: Frame, poll: PollRow, accountId: string): Promise<string> =>
  poll.isAnonymous ? stamp(settings, accountId, `poll ${poll.id}`) : accountId
