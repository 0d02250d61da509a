import type { SessionEnd } from '#features/core/account/sessionEnds.ts'
import type { Context } from '#server/context.ts'
import { markSessionsEnded, type Whose } from './queries.ts'

/**
 * Ends sessions in the call's transaction and closes their connections after the commit. Returns how many. `why` is what
 * their holder is told at the next sign-in.
 */
export async function endSessions(
  { db, now, afterCommit, frame }: Pick<Context, 'db' | 'now' | 'afterCommit' | 'frame'>,
  whose: Whose,
  why?: SessionEnd,
): Promise<number> {
  const ended = await markSessionsEnded(db, whose, now, why)
  afterCommit(() => {
    for (const sessionId of ended) frame.rooms.disconnect({ sessionId })
  })
  return ended.length
}
