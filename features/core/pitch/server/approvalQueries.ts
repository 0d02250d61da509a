import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { holdOrganisation } from '#features/core/organisation/server/queries.ts'
import { organisation } from '#features/core/organisation/server/tables.ts'
import { isBeforeStart } from '#features/core/pitch/rules.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { NewPitch, PitchRow } from './queries.ts'
import { pitch } from './tables.ts'

/** What a reviewer judges, besides the slides. */
export const judgedColumns = [
  ...(['presentationName', 'presenterName', 'companyName', 'productType', 'keywords'] as const),
  ...(['startsAt', 'startZone', 'endsAt', 'endZone', 'about', 'highlights', 'dealterms'] as const),
  ...(['obfuscatedCompanyName', 'obfuscatedDescription'] as const),
  ...(['aboutFile', 'highlightsFile', 'dealtermsFile', 'companyLogo'] as const),
  ...(['currency', 'askedMinor', 'minimumMinor', 'commitUntil', 'watermark'] as const),
  ...(['enforceAccredit', 'exemption'] as const),
] as const satisfies readonly (keyof PitchRow)[]

const judged = ['approved', 'unapproved'] as const
const isJudged = (approval: PitchRow['approval']): boolean => (judged as readonly string[]).includes(approval)

const written = (value: unknown) => (typeof value === 'bigint' ? String(value) : JSON.stringify(value ?? null))

/** In the words of `isBeforeStart`. */
const open = inArray(pitch.state, ['draft', 'scheduled', 'delivered'])

/** Before the start, a new time or text takes a judged pitch back to pending: no one has judged what it shows now. */
export async function approvalAfter(
  db: Transaction,
  id: number,
  changes: Partial<NewPitch>,
): Promise<Pick<NewPitch, 'approval'>> {
  const touched = judgedColumns.filter(column => column in changes)
  if (touched.length === 0) return {}
  const [before] = await db.select().from(pitch).where(eq(pitch.id, id))
  if (!before || !isJudged(before.approval) || !isBeforeStart(before.state)) return {}
  const isChanged = touched.some(column => written(before[column]) !== written(changes[column]))
  return isChanged ? { approval: 'pending' } : {}
}

/** The same for other slides. */
export async function slidesChanged(db: Transaction, id: number): Promise<void> {
  await db
    .update(pitch)
    .set({ approval: 'pending' })
    .where(and(eq(pitch.id, id), inArray(pitch.approval, [...judged]), open))
}

/** Whether the invitations of a pitch have to wait for its approval. */
export async function awaitsApproval(db: Database | Transaction, { id }: Pick<PitchRow, 'id'>): Promise<boolean> {
  const [found] = await db
    .select({ approval: pitch.approval, required: organisation.requireApproval })
    .from(pitch)
    .innerJoin(organisation, eq(organisation.id, pitch.organisationId))
    .where(eq(pitch.id, id))
  return found?.required === true && found.approval !== 'approved'
}

/**
 * Sets a pitch of which no review was asked for to pending, where its organization requires an approval; undefined
 * otherwise. The setting stays as it is until the commit.
 */
export async function beginReview(db: Transaction, { id, organisationId }: PitchRow): Promise<PitchRow | undefined> {
  await holdOrganisation(db, organisationId)
  const requires = sql`(select ${organisation.requireApproval} from ${organisation} where ${organisation.id} = ${organisationId})`
  const [asked] = await db
    .update(pitch)
    .set({ approval: 'pending' })
    .where(and(eq(pitch.id, id), eq(pitch.approval, 'none'), requires))
    .returning()
  return asked
}

/** The same for all pitches of an organization that have not begun; returns how many of them are not deleted. */
export async function beginReviews(db: Transaction, organisationId: string): Promise<number> {
  const unasked = and(eq(pitch.organisationId, organisationId), eq(pitch.approval, 'none'), isNull(pitch.rehearsalOf))
  const rows = await db
    .select({ id: pitch.id })
    .from(pitch)
    .where(and(unasked, open))
    .orderBy(pitch.id)
    .for('no key update')
  const ids = rows.map(({ id }) => id)
  const asked = await db
    .update(pitch)
    .set({ approval: 'pending' })
    .where(inArray(pitch.id, ids))
    .returning({ deletedAt: pitch.deletedAt })
  return asked.filter(({ deletedAt }) => deletedAt === null).length
}
