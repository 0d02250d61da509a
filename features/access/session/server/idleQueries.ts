import { sql } from 'drizzle-orm'
import { organisation } from '#features/core/organisation/server/tables.ts'
import { session } from './tables.ts'

/**
 * Minutes beyond the organization's timeout after which the server ends an unused session. The browser counts clicks
 * and keys, and reports them every few minutes (`web/useTelling.ts`), so it always asks first.
 */
export const IDLE_MARGIN = 10

/** Whether a browser's session was unused for too long. A program's session never idles, nor does a join session. */
export const isIdle = (
  { idles, lastUsedAt, timeoutMinutes }: { idles: boolean; lastUsedAt: Date; timeoutMinutes: number },
  now: Date,
): boolean => idles && now.getTime() - lastUsedAt.getTime() > (timeoutMinutes + IDLE_MARGIN) * 60_000

/** `isIdle` as a condition on `session`, for those that are not. */
export const isNotIdle = (now: Date) =>
  sql<boolean>`(not ${session.idles} or ${session.lastUsedAt} >= ${now.toISOString()}::timestamptz
    - make_interval(mins => (select ${organisation.sessionTimeoutMinutes} from ${organisation}
      where ${organisation.id} = ${session.organisationId}) + ${IDLE_MARGIN}))`
