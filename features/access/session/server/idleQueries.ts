import { sql } from 'drizzle-orm'
import { organisation } from '#features/core/organisation/server/tables.ts'
import { IDLE_MARGIN } from './idle.ts'
import { session } from './tables.ts'

/** `isIdle` as a condition on `session`, for those that are not. */
export const isNotIdle = (now: Date) =>
  sql<boolean>`(not ${session.idles} or ${session.lastUsedAt} >= ${now.toISOString()}::timestamptz
    - make_interval(mins => (select ${organisation.sessionTimeoutMinutes} from ${organisation}
      where ${organisation.id} = ${session.organisationId}) + ${IDLE_MARGIN}))`
