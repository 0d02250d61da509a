import { and, eq, isNull, sql } from 'drizzle-orm'
import { account } from '#features/core/account/server/tables.ts'
import { recording } from '#features/room/recording/server/tables.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { fullNameOf } from '#server/db/names.ts'
import { contains, ordered, type Paging, pageOf } from '#server/lists.ts'
import { firstOf, withWatched } from '../parts.ts'
import { recordingDecision, recordingHiddenMessage, recordingMute, recordingViewer } from './tables.ts'
import type { Span } from './timeline.ts'
import type { Watched } from './watchRule.ts'

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

/** Attendees do not see the message from now on. False when it was so before. */
export async function addHidden(db: Transaction, recordingId: string, messageId: number): Promise<boolean> {
  const added = await db
    .insert(recordingHiddenMessage)
    .values({ recordingId, messageId })
    .onConflictDoNothing()
    .returning({ id: recordingHiddenMessage.messageId })
  return added.length > 0
}

/** Attendees see the message again. False when it was not hidden. */
export async function removeHidden(db: Transaction, recordingId: string, id: number): Promise<boolean> {
  const removed = await db
    .delete(recordingHiddenMessage)
    .where(and(eq(recordingHiddenMessage.recordingId, recordingId), eq(recordingHiddenMessage.messageId, id)))
    .returning({ id: recordingHiddenMessage.messageId })
  return removed.length > 0
}

/** Questions without those that were forwarded from messages which attendees do not see. */
export async function withoutHidden<T extends { readonly message_id: number | null }>(
  db: Database | Transaction,
  { found, manages }: Pick<Watched, 'found' | 'manages'>,
  asked: readonly T[],
): Promise<readonly T[]> {
  if (manages) return asked
  const hidden = await hiddenIn(db, found.id)
  return asked.filter(({ message_id }) => message_id === null || !hidden.has(message_id))
}

/** The messages that attendees do not see. */
export async function hiddenIn(db: Database | Transaction, recordingId: string): Promise<ReadonlySet<number>> {
  const rows = await db
    .select({ id: recordingHiddenMessage.messageId })
    .from(recordingHiddenMessage)
    .where(eq(recordingHiddenMessage.recordingId, recordingId))
  return new Set(rows.map(({ id }) => id))
}

/** How much faster than time a recording is played at most, and how many seconds are told at once. */
const FASTEST = 2
const MOST_AT_ONCE = 60

interface WatchedNow extends Record<'recordingId' | 'accountId', string> {
  /** What was played since the last time, and where they are, in seconds since the recording began. */
  readonly spans: readonly Span[]
  readonly place: number
  /** Whether the places are kept, too: those of people who do not manage the pitch. */
  readonly isAttention: boolean
}

/** Adds what a person has watched since the last time: never more than can have been played since then. */
export async function noteWatched(
  db: Transaction,
  { recordingId, accountId, spans, place, isAttention }: WatchedNow,
): Promise<void> {
  const told = spans.reduce((sum, { from, to }) => sum + Math.max(0, to - from), 0)
  const begins = sql`now() - make_interval(secs => ${MOST_AT_ONCE / FASTEST})`
  await db.insert(recordingViewer).values({ recordingId, accountId, lastAt: begins }).onConflictDoNothing()
  const theirs = and(eq(recordingViewer.recordingId, recordingId), eq(recordingViewer.accountId, accountId))
  const passed = sql`extract(epoch from now() - ${recordingViewer.lastAt})`
  const [row] = await db
    .select({
      parts: recordingViewer.parts,
      seconds: sql<number>`greatest(0, least(${told}::float8, ${MOST_AT_ONCE}, ${FASTEST} * ${passed}))::float8`,
    })
    .from(recordingViewer)
    .where(theirs)
    .for('no key update')
  if (!row) return
  await db
    .update(recordingViewer)
    .set({
      watched: sql`${recordingViewer.watched} + ${row.seconds}::float8`,
      farthest: sql`greatest(${recordingViewer.farthest}, ${place}::float8)`,
      place,
      lastAt: sql`now()`,
      ...(isAttention && { parts: withWatched(row.parts, firstOf(spans, row.seconds)) }),
    })
    .where(theirs)
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
