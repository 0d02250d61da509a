import { isIP } from 'node:net'
import { and, count, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { findAccountIds } from '#features/core/account/server/queries.ts'
import type { EntryRow } from '#features/core/audit/server/sealQueries.ts'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'
import { type Paging, rowsOf, within } from '#server/lists.ts'

type Db = Database | Transaction

export interface AuditFilter {
  readonly content?: string | undefined
  readonly action?: string | undefined
  readonly actor?: string | undefined
  readonly subject?: string | undefined
  readonly from?: string | undefined
  readonly until?: string | undefined
}

export interface AuditPage extends AuditFilter, Paging {
  readonly sort?: 'at' | 'action'
}

const sorts = {
  at: [auditEntry.at, auditEntry.id],
  action: [auditEntry.action, auditEntry.at, auditEntry.id],
} as const

/** The most entries of a list that are counted; the total of a longer list is one more, shown as this number and a plus. */
const COUNTED = 10_000

/** One page of the log within the fence, and the number of entries: 10,001 when there are more than 10,000. */
export async function listAudit(
  db: Db,
  actor: Actor,
  { sort = 'at', order = 'desc', ...filter }: AuditPage,
): Promise<{ items: EntryRow[]; total: number }> {
  const where = await conditions(db, actor, filter)
  const entries = db.select().from(auditEntry).where(where)
  const items = await rowsOf(entries, { ...filter, order }, sorts[sort])
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(auditEntry)
    .where(where)
    .limit(COUNTED + 1)
    .as('some')
  const [all] = await db.select({ total: count() }).from(some)
  return { items, total: all?.total ?? 0 }
}

/** The number of entries that match a filter, without a limit. */
export async function countAudit(db: Db, actor: Actor, filter: AuditFilter): Promise<number> {
  const [all] = await db
    .select({ total: count() })
    .from(auditEntry)
    .where(await conditions(db, actor, filter))
  return all?.total ?? 0
}

async function conditions(db: Db, actor: Actor, filter: AuditFilter): Promise<SQL | undefined> {
  const { content, action, actor: by, subject, from, until } = filter
  return and(
    within(actor, auditEntry.organisationId),
    action === undefined ? undefined : eq(auditEntry.action, action),
    by === undefined ? undefined : or(eq(auditEntry.actorId, by), eq(auditEntry.impersonatorId, by)),
    subject === undefined ? undefined : eq(auditEntry.subject, subject),
    from === undefined ? undefined : gte(auditEntry.at, new Date(from)),
    until === undefined ? undefined : lt(auditEntry.at, new Date(until)),
    content ? await about(db, actor, content) : undefined,
  )
}

/** The most people that a search may match by name. */
const PEOPLE = 50

/** A search: entries by or about people of that name, and entries with exactly these words. */
async function about(db: Db, actor: Actor, content: string): Promise<SQL | undefined> {
  const people = await findAccountIds(db, actor, content, PEOPLE)
  // that column has no index, so it is searched only for a whole IP address
  const words = isIP(content)
    ? [eq(auditEntry.ip, content)]
    : [eq(auditEntry.subject, content), eq(auditEntry.action, content)]
  if (people.length === 0) return or(...words)
  return or(
    ...words,
    inArray(auditEntry.actorId, people),
    inArray(auditEntry.impersonatorId, people),
    inArray(auditEntry.subject, people),
  )
}
