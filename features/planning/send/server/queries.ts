import { and, asc, count, eq, inArray, isNull, lt, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Forgotten } from '#features/core/account/server/forgetQueries.ts'
import { account } from '#features/core/account/server/tables.ts'
import { organisation } from '#features/core/organisation/server/tables.ts'
import { managedBy } from '#features/core/part/server/fenceQueries.ts'
import type { Invitee } from '#features/core/pitch/fields.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { rightNow } from '#server/clock.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { insertMany } from '#server/db/insertMany.ts'
import { fullNameOf } from '#server/db/names.ts'
import type { Actor } from '#server/frame.ts'
import { containsWords, ordered, type Paging, pageOf } from '#server/lists.ts'
import type { SendReason } from '../contract.ts'
import { scheduledList, scheduledPerson, scheduledSend } from './tables.ts'

type Db = Database | Transaction
export type SendRow = typeof scheduledSend.$inferSelect
export type Person = z.output<typeof Invitee>

const shown = (db: Db) =>
  db
    .select({
      send: scheduledSend,
      pitch: {
        id: pitch.id,
        uuid: pitch.uuid,
        presentationName: pitch.presentationName,
        startsAt: pitch.startsAt,
        startZone: pitch.startZone,
      },
      createdBy: sql<string>`coalesce(${fullNameOf(account)}, '')`,
      organisation: organisation.name,
    })
    .from(scheduledSend)
    .innerJoin(pitch, eq(pitch.id, scheduledSend.pitchId))
    .innerJoin(organisation, eq(organisation.id, scheduledSend.organisationId))
    .leftJoin(account, eq(account.id, scheduledSend.createdBy))
export type ShownSend = Awaited<ReturnType<typeof shown>>[number]

interface Listed extends Paging {
  readonly name?: string | undefined
  readonly state?: SendRow['state'] | undefined
  readonly kind?: SendRow['kind'] | undefined
  readonly sort: 'send' | 'name' | 'start'
}

/** One page of what was planned: what waits first, the next one on top, then what is past, the last one on top. */
export function listSends(db: Db, actor: Actor, { name, state, kind, sort, ...paging }: Listed) {
  const found = shown(db).where(
    and(
      managedBy(actor),
      isNull(pitch.deletedAt),
      state && eq(scheduledSend.state, state),
      kind && eq(scheduledSend.kind, kind),
      containsWords(name, pitch.search),
    ),
  )
  const seconds = sql`extract(epoch from ${scheduledSend.sendAt})`
  const sorts = {
    send: ordered(sql`case ${scheduledSend.state} when 'waiting' then ${seconds} else 1e12 - ${seconds} end`),
    name: ordered(sql`lower(${pitch.presentationName})`),
    start: pitch.startsAt,
  }
  return pageOf(db, found, paging, [sorts[sort], scheduledSend.id])
}

const isWaiting = eq(scheduledSend.state, 'waiting')
const waitingInvitations = (pitchId: number) =>
  and(eq(scheduledSend.pitchId, pitchId), isWaiting, eq(scheduledSend.kind, 'invitation'))

/** The invitations of a pitch that wait. */
export async function waitingSend(db: Db, pitchId: number): Promise<ShownSend | undefined> {
  const [row] = await shown(db).where(waitingInvitations(pitchId))
  return row
}

/** A send, locked until the transaction ends; of another pitch it is not there. */
export async function lockSend(db: Transaction, pitchId: number, id: string): Promise<SendRow | undefined> {
  const [row] = await db
    .select()
    .from(scheduledSend)
    .where(and(eq(scheduledSend.id, id), eq(scheduledSend.pitchId, pitchId)))
    .for('no key update')
  return row
}

/** The invitations of a pitch that wait, locked until the transaction ends. */
export async function lockWaiting(db: Transaction, pitchId: number): Promise<SendRow | undefined> {
  const [row] = await db.select().from(scheduledSend).where(waitingInvitations(pitchId)).for('no key update')
  return row
}

export async function pitchOfSend(db: Db, id: string): Promise<number | undefined> {
  const [row] = await db.select({ pitchId: scheduledSend.pitchId }).from(scheduledSend).where(eq(scheduledSend.id, id))
  return row?.pitchId
}

export async function insertSend(db: Transaction, values: typeof scheduledSend.$inferInsert): Promise<SendRow> {
  const [row] = await db.insert(scheduledSend).values(values).returning()
  if (!row) throw new Error('a send was not written')
  return row
}

export async function updateSend(
  db: Transaction,
  id: string,
  changes: Partial<typeof scheduledSend.$inferInsert>,
): Promise<SendRow> {
  const [row] = await db
    .update(scheduledSend)
    .set({ ...changes, updatedAt: rightNow() })
    .where(eq(scheduledSend.id, id))
    .returning()
  if (!row) throw new Error(`send ${id} is gone`)
  return row
}

/** Adds people to a send; existing ones stay unchanged. Returns how many are new. */
export async function addPeople(
  db: Transaction,
  { id: sendId, organisationId }: SendRow,
  people: readonly Person[],
): Promise<number> {
  const rows = people.map(({ email, firstname, lastname, language = null }) => {
    return { sendId, organisationId, email, firstname, lastname, language }
  })
  return (await insertMany(db, scheduledPerson, rows, ['email'])).length
}

export async function removePeople(db: Transaction, sendId: string): Promise<void> {
  await db.delete(scheduledPerson).where(eq(scheduledPerson.sendId, sendId))
}

export async function peopleOf(db: Db, sendId: string): Promise<Person[]> {
  const rows = await db
    .select()
    .from(scheduledPerson)
    .where(eq(scheduledPerson.sendId, sendId))
    .orderBy(asc(scheduledPerson.email))
  return rows.map(({ email, firstname, lastname, language }) => {
    return { email, firstname, lastname, ...(language && { language }) }
  })
}

export const countPeople = (db: Db, sendId: string): Promise<number> =>
  db.$count(scheduledPerson, eq(scheduledPerson.sendId, sendId))

/** How many people each of these sends has. */
export async function peopleCounts(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: scheduledPerson.sendId, total: count() })
    .from(scheduledPerson)
    .where(inArray(scheduledPerson.sendId, [...ids]))
    .groupBy(scheduledPerson.sendId)
  return new Map(rows.map(({ id, total }) => [id, total]))
}

/** Cancels what waits for a pitch. */
export async function cancelWaiting(db: Transaction, pitchId: number, reason: SendReason): Promise<void> {
  const people = db.$count(scheduledPerson, eq(scheduledPerson.sendId, scheduledSend.id))
  await db
    .update(scheduledSend)
    .set({ state: 'cancelled', reason, people: sql`${people}`, updatedAt: rightNow() })
    .where(and(eq(scheduledSend.pitchId, pitchId), eq(scheduledSend.state, 'waiting')))
}

/** The sends that the deletion of their pitch has canceled and that are still ahead, the last deletion first. */
export async function cancelledByDeletion(db: Transaction, pitchId: number): Promise<SendRow[]> {
  return db
    .select()
    .from(scheduledSend)
    .where(
      and(
        eq(scheduledSend.pitchId, pitchId),
        eq(scheduledSend.state, 'cancelled'),
        eq(scheduledSend.reason, 'deleted'),
        sql`${scheduledSend.sendAt} > ${rightNow().toISOString()}::timestamptz`,
      ),
    )
    .orderBy(sql`${scheduledSend.updatedAt} desc`)
}

/** The reminders of a pitch, whatever became of them: what is planned, and what was. */
export async function remindersOf(db: Db, pitchId: number): Promise<SendRow[]> {
  return db
    .select()
    .from(scheduledSend)
    .where(and(eq(scheduledSend.pitchId, pitchId), eq(scheduledSend.kind, 'reminder')))
}

/** Removes the people of sends that have ended before a moment. */
export async function forgetPeopleBefore(db: Db, before: Date): Promise<void> {
  const ended = db
    .select({ id: scheduledSend.id })
    .from(scheduledSend)
    .where(and(ne(scheduledSend.state, 'waiting'), lt(scheduledSend.updatedAt, before)))
  await db.delete(scheduledPerson).where(inArray(scheduledPerson.sendId, ended))
  await db.delete(scheduledList).where(inArray(scheduledList.sendId, ended))
}

/** Takes a deleted account's address out of what is planned. */
export async function purgeScheduled(db: Transaction, { email, organisationId }: Forgotten): Promise<void> {
  const theirs = and(eq(scheduledPerson.email, email), eq(scheduledPerson.organisationId, organisationId))
  await db.delete(scheduledPerson).where(theirs)
}
