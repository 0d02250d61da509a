import { and, arrayOverlaps, desc, eq, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import type { Input } from '#contract/call.ts'
import { callers } from '#contract/declare.ts'
import type { Forgotten } from '#features/core/account/server/forgetQueries.ts'
import { account } from '#features/core/account/server/tables.ts'
import { withinTerm } from '#features/core/account/server/term.ts'
import { guestName } from '#features/core/account/veil.ts'
import { auditEntry } from '#features/core/audit/server/tables.ts'
import { organisation } from '#features/core/organisation/server/tables.ts'
import { managedBy } from '#features/core/part/server/fenceQueries.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import type { approvalCalls } from '#features/planning/approval/contract.ts'
import { waitingInvitee } from '#features/planning/invite/server/tables.ts'
import { rightNow } from '#server/clock.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { fullNameOf } from '#server/db/names.ts'
import { insertRow } from '#server/db/rows.ts'
import type { Actor } from '#server/frame.ts'
import { contains, ordered, pageOf } from '#server/lists.ts'
import { pitchReview } from './tables.ts'

type Db = Database | Transaction

const nameOf = sql<string>`coalesce(nullif(${fullNameOf(account)}, ''), ${account.email}, '')`
const waiting = sql<number>`(select count(*)::int from ${waitingInvitee} where ${waitingInvitee.pitchId} = ${pitch.id})`

/** Pitches with their last decision. */
function reviewed(db: Db) {
  const last = db
    .select()
    .from(pitchReview)
    .where(eq(pitchReview.pitchId, pitch.id))
    .orderBy(desc(pitchReview.at), desc(pitchReview.id))
    .limit(1)
    .as('last')
  return db
    .select({
      pitch,
      orgName: organisation.name,
      waiting,
      reason: sql<string>`coalesce(${last.reason}, '')`,
      at: last.at,
      by: nameOf,
    })
    .from(pitch)
    .innerJoin(organisation, eq(organisation.id, pitch.organisationId))
    .leftJoinLateral(last, sql`true`)
    .leftJoin(account, eq(account.id, last.accountId))
}
export type ReviewedRow = Awaited<ReturnType<typeof reviewed>>[number]

const sorts = {
  name: ordered(sql`lower(${pitch.presentationName})`),
  start: pitch.startsAt,
  updated: pitch.updatedAt,
} as const

export function listReviewed(db: Db, actor: Actor, asked: Input<typeof approvalCalls.getPitchReviewList>) {
  const { name, audit_status, sort, ...paging } = asked
  const { presentationName, presenterName, companyName } = pitch
  const pitches = reviewed(db).where(
    and(
      managedBy(actor),
      isNull(pitch.deletedAt),
      audit_status && eq(pitch.approval, audit_status),
      contains(name, presentationName, presenterName, companyName),
    ),
  )
  return pageOf(db, pitches, paging, [sorts[sort], pitch.id])
}

export async function findReviewed(db: Db, id: number): Promise<ReviewedRow | undefined> {
  const [row] = await reviewed(db).where(eq(pitch.id, id))
  return row
}

/** The decisions about a pitch, the latest first. */
export const decisionsOf = (db: Db, pitchId: number) =>
  db
    .select({ review: pitchReview, by: nameOf })
    .from(pitchReview)
    .innerJoin(account, eq(account.id, pitchReview.accountId))
    .where(eq(pitchReview.pitchId, pitchId))
    .orderBy(desc(pitchReview.at), desc(pitchReview.id))
    .limit(100)

/** The pitches of an organization that are not approved and whose invitations can go out, the next one first. */
export async function unapprovedIds(db: Db, organisationId: string): Promise<number[]> {
  const is = and(eq(pitch.organisationId, organisationId), ne(pitch.approval, 'approved'), isNull(pitch.deletedAt))
  const open = and(inArray(pitch.state, ['scheduled', 'delivered', 'inProgress']), gt(pitch.endsAt, rightNow()))
  const rows = await db.select({ id: pitch.id }).from(pitch).where(and(is, open)).orderBy(pitch.startsAt)
  return rows.map(({ id }) => id)
}

export const insertReview = (db: Transaction, row: typeof pitchReview.$inferInsert) => insertRow(db, pitchReview, row)

/** Whether a person had presented a pitch, or helped to, before it was handed to others. */
export async function presentedBefore(db: Db, { uuid }: PitchRow, { accountId }: Actor): Promise<boolean> {
  const { action, detail, subject } = auditEntry
  const handed = and(eq(action, 'pitch.assign'), sql`${detail} ->> 'from' = ${accountId}`)
  const left = and(eq(action, 'pitch.team'), sql`${detail} -> 'removed' ? ${accountId}`)
  return (await db.$count(auditEntry, and(eq(subject, uuid), or(handed, left)))) > 0
}

/** Whether someone else in the organization of a pitch may review it now and does not present it. */
export async function hasOtherReviewer(db: Db, { organisationId, userId, coHosts }: PitchRow, actor: Actor) {
  const others = await db
    .select({ email: account.email })
    .from(account)
    .where(
      and(
        eq(account.organisationId, organisationId),
        eq(account.state, 'active'),
        isNull(account.deletedAt),
        withinTerm(rightNow()),
        ne(account.id, actor.accountId),
        ne(account.id, userId),
        arrayOverlaps(account.roles, [...callers.pitchAdmins]),
      ),
    )
  return others.some(({ email }) => !coHosts.includes(email))
}

/** Replaces a deleted account's name in what reviewers saw of the pitches that it presented. */
export async function purgeReviews(db: Transaction, { id }: Forgotten): Promise<void> {
  const name = sql`to_jsonb(${guestName(id)}::text)`
  const presented = db.select({ id: pitch.id }).from(pitch).where(eq(pitch.userId, id))
  await db
    .update(pitchReview)
    .set({ snapshot: sql`jsonb_set(${pitchReview.snapshot}, '{fields,presenter_name}', ${name})` })
    .where(inArray(pitchReview.pitchId, presented))
}
