import { and, arrayContains, arrayOverlaps, eq, gt, not, type SQL, sql } from 'drizzle-orm'
import {
  hiddenFromUseradmin,
  RESTORABLE_DAYS,
  type SignedIn,
  seesOnlyManaged,
  type UserMatch,
} from '#features/core/account/match.ts'
import { containsWords, type Viewer } from '#server/lists.ts'
import { fence, isThere } from './queries.ts'
import { account } from './tables.ts'
import { accountTag } from './tagTables.ts'

const DAY = 86_400_000

/** The fence of every list: which users an admin sees. */
export function seenBy(viewer: Viewer): SQL | undefined {
  const hides = seesOnlyManaged(viewer.roles)
  return and(fence(viewer), hides ? not(arrayOverlaps(account.roles, [...hiddenFromUseradmin])) : undefined)
}

/** The users whom an admin sees and who match all filters. */
export function matching(viewer: Viewer, match: UserMatch, now: Date): SQL {
  const { name, role, state, tag_id, org_id, signed_in } = match
  const since = new Date(now.getTime() - RESTORABLE_DAYS * DAY)
  const conditions = and(
    state === 'deleted' ? gt(account.deletedAt, since) : isThere,
    seenBy(viewer),
    state && state !== 'deleted' ? eq(account.state, state) : undefined,
    role === undefined ? undefined : arrayContains(account.roles, [role]),
    org_id === undefined ? undefined : eq(account.organisationId, org_id),
    tag_id === undefined
      ? undefined
      : sql`exists (select 1 from ${accountTag} where ${accountTag.accountId} = ${account.id} and ${accountTag.tagId} = ${tag_id})`,
    signed_in && hasSignedIn(signed_in, now),
    containsWords(name, account.search),
  )
  return conditions ?? sql`true`
}

/** The expression of an index of tables.ts, where never signed in counts as -infinity. */
const lastLogin = sql`coalesce(${account.lastLoginAt}, '-infinity'::timestamptz)`

function hasSignedIn(when: SignedIn, now: Date): SQL {
  if (when === 'never') return sql`${lastLogin} = '-infinity'::timestamptz`
  const ago = (days: number) => sql`${new Date(now.getTime() - days * DAY).toISOString()}::timestamptz`
  if (when === 'longer') return sql`${lastLogin} > '-infinity'::timestamptz and ${lastLogin} <= ${ago(90)}`
  return sql`${lastLogin} > ${ago(Number(when))}`
}
