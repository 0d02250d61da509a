import { and, eq, inArray } from 'drizzle-orm'
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
  const open = inArray(pitch.state, ['draft', 'scheduled', 'delivered'])
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
