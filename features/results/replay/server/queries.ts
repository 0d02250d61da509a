import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, lte, not, or, type SQL, sql } from 'drizzle-orm'
import { organisation } from '#features/core/organisation/server/tables.ts'
import { managedBy } from '#features/core/part/server/fenceQueries.ts'
import { onHold } from '#features/core/pitch/server/holdQueries.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import type { TrackSource } from '#features/room/media/rules.ts'
import { WARNED_DAYS } from '#features/room/recording/rules.ts'
import { dueTime } from '#features/room/recording/server/retentionQueries.ts'
import {
  recording,
  recordingGap,
  recordingHead,
  recordingLine,
  recordingSegment,
} from '#features/room/recording/server/tables.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'
import { containsWords, ordered, type Paging, pageOf } from '#server/lists.ts'
import type { ReviewResult } from '../rules.ts'
import { recordingDecision, recordingMute, recordingSilence } from './tables.ts'

type Db = Database | Transaction

/** Seconds of a recording until now, or until its end. */
const seconds = sql<number>`extract(epoch from coalesce(${recording.endedAt}, now()) - ${recording.startedAt})::float8`
const bytes = sql<number>`(select coalesce(sum(s.bytes), 0)::float8 from ${recordingSegment} s
  join ${recordingLine} l on l.id = s.line_id where l.recording_id = ${recording.id})`

/** What was decided about a recording; the same as of one about which nothing was. */
const review = sql<ReviewResult>`coalesce(${recordingDecision.review}, 'unreviewed')`
const reason = sql<string>`coalesce(${recordingDecision.reason}, '')`
const { approvedAt, reviewedAt, releasedFrom, releasedTo } = recordingDecision
const ofRecording = eq(recordingDecision.recordingId, recording.id)

async function foundOf(db: Db, condition: SQL | undefined, most: number) {
  const rows = await db
    .select({ recording, seconds, review, reason, approvedAt, reviewedAt, releasedFrom, releasedTo })
    .from(recording)
    .leftJoin(recordingDecision, ofRecording)
    .where(and(isNull(recording.deletedAt), condition))
    // a video that was attached later does not hide what was recorded
    .orderBy(asc(recording.isAttached), desc(recording.startedAt))
    .limit(most)
  return rows.map(row => ({ ...row.recording, ...row }))
}
export type FoundRecording = Awaited<ReturnType<typeof foundOf>>[number]

const lastOf = async (db: Db, condition: SQL | undefined) => (await foundOf(db, condition, 1))[0]

/** A recording, or an attached video as soon as browsers can play it. */
const canBeShown = or(eq(recording.isAttached, false), isNotNull(recording.readyAt))

/** A pitch's recording: the last one, or the one with this id. */
export const recordingOf = (db: Db, pitchId: number, id?: string) =>
  lastOf(db, and(eq(recording.pitchId, pitchId), id ? eq(recording.id, id) : canBeShown))

/** All recordings of a pitch, with its attached video: a run that was deleted may have been restored. */
export const recordingsOf = (db: Db, pitchId: number) =>
  foundOf(db, and(eq(recording.pitchId, pitchId), canBeShown), 100)

/** The recording of the last run of a pitch. */
export const lastRunOf = (db: Db, pitchId: number) =>
  lastOf(db, and(eq(recording.pitchId, pitchId), eq(recording.isAttached, false)))

/** The video that is attached to a pitch. */
export const attachedOf = (db: Db, pitchId: number) =>
  lastOf(db, and(eq(recording.pitchId, pitchId), eq(recording.isAttached, true)))

/** The same of those that are whole and approved. */
export const approvedRecordingOf = (db: Db, pitchId: number, id?: string) =>
  lastOf(
    db,
    and(
      eq(recording.pitchId, pitchId),
      id ? eq(recording.id, id) : undefined,
      isNotNull(recording.readyAt),
      isNotNull(approvedAt),
    ),
  )

/** A segment of a recording, and who sent it. */
export interface Piece {
  readonly line: string
  readonly account: string
  readonly source: TrackSource
  readonly number: number
  readonly head: number
  readonly startsAt: number
  readonly seconds: number
}

/** The segments of a recording, line by line in their order. */
export async function piecesOf(db: Db, recordingId: string): Promise<Piece[]> {
  return db
    .select({
      line: recordingLine.id,
      account: recordingLine.accountId,
      source: recordingLine.source,
      number: recordingSegment.number,
      head: recordingSegment.head,
      startsAt: recordingSegment.startsAt,
      seconds: recordingSegment.seconds,
    })
    .from(recordingSegment)
    .innerJoin(recordingLine, eq(recordingLine.id, recordingSegment.lineId))
    .where(eq(recordingLine.recordingId, recordingId))
    .orderBy(asc(recordingLine.id), asc(recordingSegment.startsAt), asc(recordingSegment.number))
}

export const gapsOf = (db: Db, recordingId: string) =>
  db
    .select({ from: recordingGap.startsAt, to: recordingGap.endsAt })
    .from(recordingGap)
    .where(eq(recordingGap.recordingId, recordingId))
    .orderBy(asc(recordingGap.startsAt))

/** A recording with its pitch's uuid, for its media. */
export async function recordingWithPitch(db: Db, id: string) {
  const [row] = await db
    .select({ id: recording.id, pitchUuid: pitch.uuid, readyAt: recording.readyAt })
    .from(recording)
    .innerJoin(pitch, eq(pitch.id, recording.pitchId))
    .where(eq(recording.id, id))
  return row
}

/** Who sent a line of a recording, and what it is. */
export async function findLine(db: Db, recordingId: string, line: string) {
  const [row] = await db
    .select({ id: recordingLine.id, account: recordingLine.accountId, source: recordingLine.source })
    .from(recordingLine)
    .where(and(eq(recordingLine.id, line), eq(recordingLine.recordingId, recordingId)))
  return row
}

/** When attendees hear nothing. */
export const mutesOf = (db: Db, recordingId: string) =>
  db
    .select({ from: recordingMute.startsAt, to: recordingMute.endsAt })
    .from(recordingMute)
    .where(eq(recordingMute.recordingId, recordingId))
    .orderBy(asc(recordingMute.startsAt), asc(recordingMute.endsAt))

/** The segments of a line between two numbers, with the coding that their heads name. */
export const segmentsBetween = (db: Db, recordingId: string, line: string, first: number, last: number) =>
  db
    .select({
      number: recordingSegment.number,
      head: recordingSegment.head,
      startsAt: recordingSegment.startsAt,
      seconds: recordingSegment.seconds,
      codecs: recordingHead.codecs,
    })
    .from(recordingSegment)
    .innerJoin(recordingLine, eq(recordingLine.id, recordingSegment.lineId))
    .innerJoin(
      recordingHead,
      and(eq(recordingHead.lineId, recordingSegment.lineId), eq(recordingHead.number, recordingSegment.head)),
    )
    .where(
      and(
        eq(recordingLine.recordingId, recordingId),
        eq(recordingLine.id, line),
        sql`${recordingSegment.number} between ${first} and ${last}`,
      ),
    )
    .orderBy(asc(recordingSegment.startsAt), asc(recordingSegment.number))

interface Listed extends Paging {
  readonly name?: string | undefined
  readonly deleted: boolean
  readonly review?: ReviewResult | undefined
  readonly due: boolean
  readonly held: boolean
  readonly sort: 'start' | 'name' | 'due'
}

/** One page of the recordings of the pitches that the caller manages. */
export function listRecordings(db: Db, actor: Actor, now: Date, listed: Listed) {
  const { name, deleted, review: wanted, due, held, sort, ...paging } = listed
  const dueAt = dueTime(now)
  const soon = new Date(now.getTime() + WARNED_DAYS * 86_400_000).toISOString()
  const found = db
    .select({
      ...{ recording, seconds, bytes, review, reason, approvedAt },
      pitch: { uuid: pitch.uuid, presentationName: pitch.presentationName },
      organisation: organisation.name,
      dueAt,
      isHeld: onHold(),
      ownerMay: sql<boolean>`${pitch.userId} = ${actor.accountId} and not ${pitch.isLocked}
        and ${organisation.ownersApproveRecordings}`,
    })
    .from(recording)
    .innerJoin(pitch, eq(pitch.id, recording.pitchId))
    .innerJoin(organisation, eq(organisation.id, recording.organisationId))
    .leftJoin(recordingDecision, ofRecording)
    .where(
      and(
        managedBy(actor),
        isNull(pitch.deletedAt),
        wanted && sql`${review} = ${wanted}`,
        due ? sql`${dueAt} <= ${soon}::timestamptz` : undefined,
        deleted ? isNotNull(recording.deletedAt) : and(isNull(recording.deletedAt), canBeShown),
        held ? onHold() : undefined,
        containsWords(name, pitch.search),
      ),
    )
  const sorts = {
    start: recording.startedAt,
    name: ordered(sql`lower(${pitch.presentationName})`),
    due: ordered(dueAt),
  }
  return pageOf(db, found, paging, [sorts[sort], recording.id])
}

/** A recording whose pitch the caller manages, locked until the transaction ends. */
export async function lockRecording(db: Transaction, actor: Actor, id: string) {
  const [row] = await db
    .select({
      recording,
      pitch: {
        uuid: pitch.uuid,
        presentationName: pitch.presentationName,
        state: pitch.state,
        isLocked: pitch.isLocked,
      },
    })
    .from(recording)
    .innerJoin(pitch, eq(pitch.id, recording.pitchId))
    .where(and(eq(recording.id, id), managedBy(actor), isNull(pitch.deletedAt)))
    .for('no key update', { of: recording })
  return row
}

/** The recording whose silences are looked for next: a new one before those that failed, the newest first. */
export async function nextWithoutSilences(db: Db, now: Date) {
  const { recordingId, failures, againAt } = recordingSilence
  const [row] = await db
    .select({ id: recording.id, pitchId: recording.pitchId })
    .from(recording)
    .leftJoin(recordingSilence, eq(recordingId, recording.id))
    .where(and(isNotNull(recording.readyAt), isNull(recording.deletedAt), or(isNull(recordingId), lte(againAt, now))))
    .orderBy(sql`coalesce(${failures}, 0)`, desc(recording.startedAt))
    .limit(1)
  return row
}

/** Keeps the lines of a recording from being removed until the transaction ends. */
export const holdLines = (db: Transaction, recordingId: string) =>
  db
    .select({ id: recordingLine.id })
    .from(recordingLine)
    .where(eq(recordingLine.recordingId, recordingId))
    .orderBy(asc(recordingLine.id))
    .for('share')

/** Forgets the silences of recordings whose sound has changed: they are looked for again. */
export const forgetSilences = (db: Db, recordingIds: readonly string[]) =>
  db.delete(recordingSilence).where(inArray(recordingSilence.recordingId, [...recordingIds]))

/** Deleted recordings that cannot be restored any more. */
export const recordingsToPurge = (db: Db, before: Date) =>
  db
    .select({ id: recording.id, pitchId: recording.pitchId })
    .from(recording)
    .innerJoin(pitch, eq(pitch.id, recording.pitchId))
    .where(and(lt(recording.deletedAt, before), isNull(recording.expiredAt), not(onHold())))
    .limit(100)

export const recordingsAmong = (db: Db, pitchIds: readonly number[]) =>
  db
    .select({ id: recording.id })
    .from(recording)
    .where(inArray(recording.pitchId, [...pitchIds]))
