import { and, eq, gt, isNotNull, isNull, lte, not, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { organisation } from '#features/core/organisation/server/tables.ts'
import { onHold } from '#features/core/pitch/server/holdQueries.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { WARNED_DAYS } from '#features/room/recording/rules.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { recording } from './tables.ts'

type Db = Database | Transaction

const instant = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`
/** When the retention period of a recording is over; null where its organization has none. */
const ends = sql<Date | null>`${recording.endedAt} + make_interval(hours => 24 * ${organisation.recordingDays})`
/** The earliest time at which what is warned of now may be removed. */
const warnedUntil = (now: Date): SQL => sql`${instant(now)} + make_interval(days => ${WARNED_DAYS})`

/** What the retention of its organization may remove: whole, there, of a pitch that is not live, under no legal hold. */
const isOpenToRetention = and(
  eq(pitch.id, recording.pitchId),
  eq(organisation.id, recording.organisationId),
  isNull(pitch.deletedAt),
  notInArray(pitch.state, ['inProgress', 'processing']),
  isNotNull(recording.readyAt),
  isNull(recording.deletedAt),
  not(onHold()),
)

/**
 * When the retention of its organization will remove a recording, as far as that is known: never before the
 * time of which its people were warned. Null for one that is kept. On a query that has pitch and organization.
 */
export const dueTime = (now: Date): SQL<string | null> => sql<string | null>`case
  when ${recording.readyAt} is null or ${recording.deletedAt} is not null or ${organisation.recordingDays} is null
    or ${onHold()} then null
  when ${recording.dueAt} >= ${ends} then ${recording.dueAt}
  else greatest(${ends}, ${warnedUntil(now)}) end`

/** The same of one recording. */
export async function dueTimeOf(db: Db, id: string, now: Date): Promise<Date | null> {
  const [row] = await db
    .select({ due: dueTime(now) })
    .from(recording)
    .innerJoin(pitch, eq(pitch.id, recording.pitchId))
    .innerJoin(organisation, eq(organisation.id, recording.organisationId))
    .where(eq(recording.id, id))
  return row?.due ? new Date(row.due) : null
}

/** The organizations that keep recordings for a time alone. */
export async function organisationsWithRetention(db: Db): Promise<string[]> {
  const rows = await db.select({ id: organisation.id }).from(organisation).where(isNotNull(organisation.recordingDays))
  return rows.map(({ id }) => id)
}

/** Takes warnings back that are not true any more: the period is longer by now, there is none, or a legal hold. */
export async function takeWarningsBack(db: Transaction): Promise<void> {
  await db
    .update(recording)
    .set({ dueAt: null })
    .from(pitch)
    .innerJoin(organisation, eq(organisation.id, pitch.organisationId))
    .where(
      and(
        eq(pitch.id, recording.pitchId),
        isNotNull(recording.dueAt),
        isNull(recording.expiredAt),
        or(isNull(organisation.recordingDays), gt(ends, recording.dueAt), onHold()),
      ),
    )
}

/** A recording whose people are warned that it will be removed. */
export interface DueRecording {
  readonly id: string
  readonly dueAt: Date
  readonly title: string
  readonly ownerId: string
}

/** Notes for the recordings of an organization that are due soon when they will be removed, and answers them, the first first. */
export async function noteDue(db: Transaction, organisationId: string, now: Date): Promise<DueRecording[]> {
  const rows = await db
    .update(recording)
    .set({ dueAt: sql`greatest(${ends}, ${warnedUntil(now)})` })
    .from(pitch)
    .innerJoin(organisation, eq(organisation.id, pitch.organisationId))
    .where(
      and(isOpenToRetention, eq(organisation.id, organisationId), isNull(recording.dueAt), lte(ends, warnedUntil(now))),
    )
    .returning({ id: recording.id, dueAt: recording.dueAt, title: pitch.presentationName, ownerId: pitch.userId })
  return rows
    .flatMap(({ dueAt, ...row }) => (dueAt ? [{ ...row, dueAt }] : []))
    .sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime() || a.title.localeCompare(b.title))
}

/** Recordings of which their people were warned and whose time has come. */
const isDue = (now: Date) => and(isOpenToRetention, lte(recording.dueAt, now), lte(ends, recording.dueAt))

export const dueRecordings = (db: Db, now: Date) =>
  db
    .select({ id: recording.id, pitchId: recording.pitchId, organisationId: recording.organisationId })
    .from(recording)
    .innerJoin(pitch, eq(pitch.id, recording.pitchId))
    .innerJoin(organisation, eq(organisation.id, recording.organisationId))
    .where(isDue(now))
    .orderBy(recording.dueAt, recording.id)

/** A recording that is still due, locked until the transaction ends. */
export async function lockDue(db: Transaction, id: string, now: Date) {
  const [row] = await db
    .select({ recording, name: pitch.presentationName, pitchUuid: pitch.uuid, days: organisation.recordingDays })
    .from(recording)
    .innerJoin(pitch, eq(pitch.id, recording.pitchId))
    .innerJoin(organisation, eq(organisation.id, recording.organisationId))
    .where(and(eq(recording.id, id), isDue(now)))
    .for('no key update', { of: recording })
  return row
}

/** How many recordings of an organization would be due at the next look, if it kept them for so many days. */
export async function countDue(db: Db, organisationId: string, days: number, now: Date): Promise<number> {
  const end = sql`${recording.endedAt} + make_interval(hours => 24 * ${days}::int)`
  const [row] = await db
    .select({ due: sql<number>`count(*)::int` })
    .from(recording)
    .innerJoin(pitch, eq(pitch.id, recording.pitchId))
    .innerJoin(organisation, eq(organisation.id, recording.organisationId))
    .where(and(isOpenToRetention, eq(organisation.id, organisationId), lte(end, warnedUntil(now))))
  return row?.due ?? 0
}
