import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database, Transaction } from '#server/db/database.ts'
import type { PitchRow } from './queries.ts'
import { pitch } from './tables.ts'

type Db = Database | Transaction
type Changes = Partial<typeof pitch.$inferInsert>

/** What a rehearsal has of its pitch: whose it is, who runs it and what is said of it; neither who may come nor when. */
const mirrored = [
  'organisationId',
  'userId',
  'presentationName',
  'presenterName',
  'startsAt',
  'startZone',
  'endZone',
  'about',
  'aboutFile',
  'highlights',
  'highlightsFile',
  'dealterms',
  'dealtermsFile',
  'keywords',
  'productType',
  'companyName',
  'companyLogo',
  'companyLegalName',
  'attachPdfs',
  'coHosts',
  'moderators',
  'noFile',
  'showQuestion',
  'watermark',
  'currency',
  'askedMinor',
  'minimumMinor',
  'commitUntil',
  'commitTotal',
] as const

const isOpen = (pitchId: number) => and(eq(pitch.rehearsalOf, pitchId), eq(pitch.state, 'inProgress'))

/** The rehearsal of a pitch that goes on now. */
export async function openRehearsalOf(db: Db, pitchId: number): Promise<PitchRow | undefined> {
  const [found] = await db.select().from(pitch).where(isOpen(pitchId))
  return found
}

/**
 * Makes a rehearsal, which is as long as the pitch is planned to be. The caller holds the pitch, so that there is none
 * yet.
 */
export async function insertRehearsal(db: Transaction, of: PitchRow, now: Date): Promise<PitchRow> {
  const length = of.endsAt.getTime() - of.startsAt.getTime()
  const [made] = await db
    .insert(pitch)
    .values({
      ...(Object.fromEntries(mirrored.map(key => [key, of[key]])) as Pick<PitchRow, (typeof mirrored)[number]>),
      rehearsalOf: of.id,
      state: 'inProgress',
      realStartAt: now,
      endsAt: new Date(now.getTime() + length),
    })
    .returning()
  if (!made) throw new Error('a rehearsal was not inserted')
  return made
}

/** What changes of a pitch while it is rehearsed changes in the rehearsal too: who runs it may be one of those. */
export async function mirrorInRehearsal(db: Db, pitchId: number, changes: Changes): Promise<void> {
  const also = Object.fromEntries(mirrored.flatMap(key => (changes[key] === undefined ? [] : [[key, changes[key]]])))
  if (Object.keys(also).length > 0) await db.update(pitch).set(also).where(isOpen(pitchId))
}

/** A rehearsal that goes on still, by its id. */
export async function findRehearsal(db: Db, id: number): Promise<PitchRow | undefined> {
  const [found] = await db
    .select()
    .from(pitch)
    .where(and(eq(pitch.id, id), isNotNull(pitch.rehearsalOf), isNull(pitch.deletedAt)))
  return found
}

/** Removes a rehearsal that has ended, with all that happened in it. */
export async function removeRehearsal(db: Db, id: number): Promise<void> {
  await db.delete(pitch).where(and(eq(pitch.id, id), isNotNull(pitch.rehearsalOf), eq(pitch.state, 'processing')))
}

/** Which of these pitches and rehearsals there are still. */
export async function pitchesThere(db: Db, ids: ReadonlySet<number>): Promise<ReadonlySet<number>> {
  const rows = await db
    .select({ id: pitch.id })
    .from(pitch)
    .where(inArray(pitch.id, [...ids]))
  return new Set(rows.map(row => row.id))
}

/** A query that finds something when one of these values is the uuid of a rehearsal. */
export function rehearsalAmong(values: readonly unknown[]): SQL {
  const uuids = values.filter(value => z.uuid().safeParse(value).success)
  return sql`select from ${pitch} where ${pitch.uuid} = any(${sql.param(uuids)}::uuid[]) and ${isNotNull(pitch.rehearsalOf)}`
}

/** Whether one of these values is the uuid of a rehearsal. */
export async function isOfRehearsal(db: Db, values: readonly unknown[]): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`select exists (${rehearsalAmong(values)}) as found`)
  return rows[0]?.found === true
}
