import { sql } from 'drizzle-orm'
import { organisation } from '#features/core/organisation/server/tables.ts'
import { session } from './tables.ts'

/**
 * Minutes beyond the organisation's after which the server ends what nobody uses. The browser counts clicks and keys,
 * and tells of them every few minutes (`web/useTelling.ts`), so it is always the first to ask.
 */
export const IDLE_MARGIN = 10

/** Whether nobody has used a browser's session for too long. A program's never idles, nor does a join session. */
export const isIdle = (
  { idles, lastUsedAt, timeoutMinutes }: { idles: boolean; lastUsedAt: Date; timeoutMinutes: number },
  now: Date,
): boolean => idles && now.getTime() - lastUsedAt.getTime() > (timeoutMinutes + IDLE_MARGIN) * 60_000

/** `isIdle` as a condition on `session`, for those that are not. */
export const isNotIdle = (now: Date) =>
  sql<boolean>`(not ${session.idles} or ${session.lastUsedAt} >= ${now.toISOString()}::timestamptz
    - make_interval(mins => (select ${organisation.sessionTimeoutMinutes} from ${organisation}
      where ${organisation.id} = ${session.organisationId}) + ${IDLE_MARGIN}))`
