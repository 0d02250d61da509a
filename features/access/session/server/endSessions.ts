import type { Context } from '#server/context.ts'
import { markSessionsEnded, type Whose } from './queries.ts'

/** Ends sessions in the call's transaction and closes their connections after the commit. Returns how many. */
export async function endSessions(
  { db, now, afterCommit, frame }: Pick<Context, 'db' | 'now' | 'afterCommit' | 'frame'>,
  whose: Whose,
): Promise<number> {
  const ended = await markSessionsEnded(db, whose, now)
  afterCommit(() => {
    for (const sessionId of ended) frame.rooms.disconnect({ sessionId })
  })
  return ended.length
}
