import { and, eq, getTableColumns, gt, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { account } from '#features/core/account/server/tables.ts'
import { organisation } from '#features/core/organisation/server/tables.ts'
import { looksAfterPitches, RESTORABLE_DAYS } from '#features/core/pitch/rules.ts'
import { rightTime } from '#server/clock.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { fullNameOf } from '#server/db/names.ts'
import { insertRow, updateRow } from '#server/db/rows.ts'
import type { Actor } from '#server/frame.ts'
import { contains, ordered, type Paging, pageOf, within } from '#server/lists.ts'
import { lockWithin } from '#server/lockWithin.ts'
import { pitchDraft } from './tables.ts'

type Db = Database | Transaction
export type DraftRow = typeof pitchDraft.$inferSelect
/** Whose drafts: the caller's own, or those of all people whose pitches the caller manages. */
export type Whose = 'own' | 'all'

const restorableFrom = (): Date => new Date(rightTime() - RESTORABLE_DAYS * 86_400_000)

/** The fence: a person's own drafts, or those of the organization. */
const fence = (actor: Actor, whose: Whose): SQL | undefined =>
  whose === 'own' ? eq(pitchDraft.userId, actor.accountId) : within(actor, pitchDraft.organisationId)

const editor = alias(account, 'editor')
const nameOf = (person: typeof account | typeof editor) =>
  sql<string>`coalesce(nullif(${fullNameOf(person)}, ''), ${person.email}, '')`

const { contacts: _contacts, ...listed } = getTableColumns(pitchDraft)
const columns = {
  draft: listed,
  contactCount: sql<number>`jsonb_array_length(${pitchDraft.contacts})`,
  owner: nameOf(account),
  editor: nameOf(editor),
  orgName: organisation.name,
}

const shown = (db: Db) =>
  db
    .select(columns)
    .from(pitchDraft)
    .innerJoin(account, eq(account.id, pitchDraft.userId))
    .leftJoin(editor, eq(editor.id, pitchDraft.updatedBy))
    .innerJoin(organisation, eq(organisation.id, pitchDraft.organisationId))
export type ShownDraft = Awaited<ReturnType<typeof shown>>[number]

const inForm = (field: string) => sql`${pitchDraft.form} ->> ${field}`
const sorts = {
  name: ordered(sql`lower(${inForm('presentation_name')})`),
  updated: pitchDraft.updatedAt,
  created: pitchDraft.createdAt,
} as const

interface Asked extends Paging {
  readonly name?: string | undefined
  readonly deleted: boolean
  readonly sort: 'name' | 'updated' | 'created'
}

/** A page of drafts, without their people. */
export function listDrafts(db: Db, actor: Actor, whose: Whose, { name, deleted, sort, ...paging }: Asked) {
  const drafts = shown(db).where(
    and(
      fence(actor, whose),
      deleted ? gt(pitchDraft.deletedAt, restorableFrom()) : isNull(pitchDraft.deletedAt),
      contains(name, inForm('presentation_name'), inForm('company_name'), inForm('presenter_name')),
    ),
  )
  return pageOf(db, drafts, paging, [sorts[sort], pitchDraft.id])
}

/** One draft with its people. */
export async function findDraft(db: Db, actor: Actor, whose: Whose, id: string) {
  const is = and(eq(pitchDraft.id, id), fence(actor, whose), isNull(pitchDraft.deletedAt))
  const [found] = await shown(db).where(is)
  if (!found) return undefined
  const [row] = await db.select({ contacts: pitchDraft.contacts }).from(pitchDraft).where(eq(pitchDraft.id, id))
  return { ...found, contacts: row?.contacts ?? [] }
}

async function lock(db: Transaction, actor: Actor, whose: Whose, id: string, only: SQL): Promise<DraftRow | undefined> {
  if (whose === 'all') return lockWithin(db, actor, pitchDraft, id, only)
  const is = and(eq(pitchDraft.id, id), fence(actor, 'own'), only)
  const [row] = await db.select().from(pitchDraft).where(is).for('no key update')
  return row
}

/** A draft, locked until the commit. */
export const lockDraft = (db: Transaction, actor: Actor, whose: Whose, id: string) =>
  lock(db, actor, whose, id, isNull(pitchDraft.deletedAt))

/** A draft that was deleted and can still be restored, locked until the commit. */
export async function lockDeletedDraft(db: Transaction, actor: Actor, whose: Whose, id: string) {
  const row = await lock(db, actor, whose, id, isNotNull(pitchDraft.deletedAt))
  return row?.deletedAt && row.deletedAt > restorableFrom() ? row : undefined
}

/** Which drafts a person may delete, restore and make pitches of. */
export const whoseOf = ({ roles }: Actor): Whose => (looksAfterPitches(roles) ? 'all' : 'own')

/** How many drafts a person has, against a flood: locked, so that many at once are counted as well. */
export async function countDrafts(db: Transaction, accountId: string): Promise<number> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`drafts of ${accountId}`}, 0))`)
  return db.$count(pitchDraft, eq(pitchDraft.userId, accountId))
}

export const insertDraft = (db: Transaction, row: typeof pitchDraft.$inferInsert) => insertRow(db, pitchDraft, row)

export const updateDraft = (db: Transaction, id: string, row: Partial<typeof pitchDraft.$inferInsert>) =>
  updateRow(db, pitchDraft, id, row)

export async function removeDraft(db: Transaction, id: string): Promise<void> {
  await db.delete(pitchDraft).where(eq(pitchDraft.id, id))
}

/** A draft that was deleted long enough ago to be removed permanently, locked until the commit. */
export async function lockDraftToPurge(db: Transaction, id: string): Promise<DraftRow | undefined> {
  const is = and(eq(pitchDraft.id, id), lte(pitchDraft.deletedAt, restorableFrom()))
  const [row] = await db.select().from(pitchDraft).where(is).for('no key update')
  return row
}

/** A person for whom a draft is planned, if the caller may see them. */
export async function personAmong(db: Db, actor: Actor, accountId: string) {
  const [found] = await db
    .select({
      user_id: account.id,
      name: fullNameOf(account),
      email: account.email,
    })
    .from(account)
    .where(and(eq(account.id, accountId), within(actor, account.organisationId)))
  return found
}
