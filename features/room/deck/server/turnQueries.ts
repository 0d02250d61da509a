import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import type { Sender } from '#server/turns.ts'
import { notDeleted } from './queries.ts'
import { deckFile } from './tables.ts'

/** A running conversion updates its row every five seconds. */
const STOPPED = sql`now() - interval '30 seconds'`

/** The sender of a waiting file, and how many of their files come before it; undefined when it is not waiting. */
export async function placeInQueue(
  db: Database,
  id: string,
): Promise<(Sender & { readonly ahead: number }) | undefined> {
  const { rows } = await db.execute<{ account: string; organisation: string; ahead: number }>(sql`
    select own.uploaded_by as account, own.organisation_id as organisation,
      (select count(*)::int from ${deckFile} other
       where other.uploaded_by = own.uploaded_by and other.deleted_at is null and other.id <> own.id
         and (other.status = 'converting' and other.run_seen_at > ${STOPPED}
           or other.status = 'waiting' and (other.created_at, other.id) < (own.created_at, own.id))) as ahead
    from ${deckFile} own
    where own.id = ${id} and own.deleted_at is null and own.status in ('waiting', 'converting')`)
  const [row] = rows
  return row && { accountId: row.account, organisationId: row.organisation, ahead: row.ahead }
}

/** The file of a person, other than `ended`, that has been waiting longest. */
export async function nextWaiting(db: Database, accountId: string, ended: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: deckFile.id })
    .from(deckFile)
    .where(and(eq(deckFile.uploadedBy, accountId), eq(deckFile.status, 'waiting'), ne(deckFile.id, ended), notDeleted))
    .orderBy(asc(deckFile.createdAt), asc(deckFile.id))
    .limit(1)
  return row?.id
}
