import { and, eq, isNull, sql } from 'drizzle-orm'
import { account } from '#features/core/account/server/tables.ts'
import { recording } from '#features/room/recording/server/tables.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { fullNameOf } from '#server/db/names.ts'
import { contains, ordered, type Paging, pageOf } from '#server/lists.ts'
import { recordingDecision, recordingMute, recordingViewer } from './tables.ts'
import type { Span } from './timeline.ts'

type Decided = Partial<Omit<typeof recordingDecision.$inferInsert, 'recordingId'>>

/** Locks a recording until the transaction ends, so that decisions come one after another. False when it is gone. */
export async function lockToDecide(db: Transaction, id: string): Promise<boolean> {
  const [row] = await db
    .select({ id: recording.id })
    .from(recording)
    .where(and(eq(recording.id, id), isNull(recording.deletedAt)))
    .for('no key update')
  return row !== undefined
}

export async function decisionOf(db: Transaction, recordingId: string) {
  const [row] = await db.select().from(recordingDecision).where(eq(recordingDecision.recordingId, recordingId))
  return row
}

export async function storeDecision(db: Database | Transaction, recordingId: string, decided: Decided): Promise<void> {
  await db
    .insert(recordingDecision)
    .values({ recordingId, ...decided })
    .onConflictDoUpdate({ target: recordingDecision.recordingId, set: decided })
}

/** Attendees hear nothing at that time from now on. False when it was so before. */
export async function addMute(db: Transaction, recordingId: string, { from, to }: Span): Promise<boolean> {
  const added = await db
    .insert(recordingMute)
    .values({ recordingId, startsAt: from, endsAt: to })
    .onConflictDoNothing()
    .returning({ id: recordingMute.recordingId })
  return added.length > 0
}

/** Takes a mute back. False when there is none. */
export async function removeMute(db: Transaction, recordingId: string, { from, to }: Span): Promise<boolean> {
  const { startsAt, endsAt } = recordingMute
  const removed = await db
    .delete(recordingMute)
    .where(and(eq(recordingMute.recordingId, recordingId), eq(startsAt, from), eq(endsAt, to)))
    .returning({ id: recordingMute.recordingId })
  return removed.length > 0
}

/** How much faster than time a recording is played at most, and how many seconds are told at once. */
const FASTEST = 2
const MOST_AT_ONCE = 60

/** Adds what a person has watched since the last time: never more than can have been played since then. */
export async function noteWatched(
  db: Database | Transaction,
  {
    recordingId,
    accountId,
    watched,
    place,
  }: Record<'recordingId' | 'accountId', string> & Record<'watched' | 'place', number>,
): Promise<void> {
  const first = Math.min(watched, MOST_AT_ONCE)
  await db
    .insert(recordingViewer)
    .values({ recordingId, accountId, watched: first, farthest: place, place })
    .onConflictDoUpdate({
      target: [recordingViewer.recordingId, recordingViewer.accountId],
      set: {
        watched: sql`${recordingViewer.watched} + least(${first}::float8,
          ${FASTEST} * extract(epoch from now() - ${recordingViewer.lastAt}))`,
        farthest: sql`greatest(${recordingViewer.farthest}, ${place}::float8)`,
        place,
        lastAt: sql`now()`,
      },
    })
}

/** Where a person stopped watching a recording, in seconds since it began; undefined before they have watched it. */
export async function placeLeft(db: Database | Transaction, recordingId: string, accountId: string) {
  const [row] = await db
    .select({ place: recordingViewer.place })
    .from(recordingViewer)
    .where(and(eq(recordingViewer.recordingId, recordingId), eq(recordingViewer.accountId, accountId)))
  return row?.place
}

interface Asked extends Paging {
  readonly name?: string | undefined
  readonly sort: 'name' | 'last' | 'watched'
}

/** A page of the people who have watched a recording. */
export function listViewers(db: Database | Transaction, recordingId: string, { name, sort, ...paging }: Asked) {
  const viewers = db
    .select({
      ...{ id: account.id, firstname: account.firstname, lastname: account.lastname, email: account.email },
      ...{ viewer: recordingViewer },
    })
    .from(recordingViewer)
    .innerJoin(account, eq(account.id, recordingViewer.accountId))
    .where(
      and(
        eq(recordingViewer.recordingId, recordingId),
        contains(
          name,
          sql`concat_ws(' ', ${account.firstname}, ${account.lastname}, ${account.email}, ${fullNameOf(account)})`,
        ),
      ),
    )
  const sorts = {
    name: ordered(sql`lower(${account.lastname} || ' ' || ${account.firstname})`),
    last: recordingViewer.lastAt,
    watched: recordingViewer.watched,
  }
  return pageOf(db, viewers, paging, [sorts[sort], account.id])
}

/** Removes what a person has watched. */
export async function purgeViewing(db: Transaction, accountId: string): Promise<void> {
  await db.delete(recordingViewer).where(eq(recordingViewer.accountId, accountId))
}
