import { and, desc, eq, gt, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { InviteKind, InviteState } from '#features/access/registration/rules.ts'
import { account } from '#features/core/account/server/tables.ts'
import { organisation } from '#features/core/organisation/server/tables.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { fullNameOf } from '#server/db/names.ts'
import { updateRow } from '#server/db/rows.ts'
import type { Actor } from '#server/frame.ts'
import { contains, type Paging, pageOf, within } from '#server/lists.ts'
import { lockWithin } from '#server/lockWithin.ts'
import { invitation, invitationLink } from './tables.ts'

type Db = Database | Transaction
export type InvitationRow = typeof invitation.$inferSelect
export type NewInvitation = typeof invitation.$inferInsert

const isThere = isNull(invitation.deletedAt)

/** The state of an invitation at a moment. */
export function stateOf(row: InvitationRow, now: Date): InviteState {
  if (row.uses >= row.maxUses) return 'used'
  if (row.disabledAt) return 'disabled'
  return row.expiresAt <= now ? 'expired' : 'enabled'
}

/** The same as a condition. */
function isIn(state: InviteState, now: Date): SQL | undefined {
  const isUsed = sql`${invitation.uses} >= ${invitation.maxUses}`
  const isFree = sql`${invitation.uses} < ${invitation.maxUses}`
  if (state === 'used') return isUsed
  if (state === 'disabled') return and(isFree, sql`${invitation.disabledAt} is not null`)
  const on = and(isFree, isNull(invitation.disabledAt))
  return and(on, state === 'expired' ? lte(invitation.expiresAt, now) : gt(invitation.expiresAt, now))
}

/** Writes an invitation; undefined when this person has one of this kind already. */
export async function insertInvitation(db: Db, values: NewInvitation): Promise<InvitationRow | undefined> {
  const [row] = await db.insert(invitation).values(values).onConflictDoNothing().returning()
  return row
}

/** An invitation within the fence, locked until the commit. */
export const lockInvitation = (db: Transaction, actor: Actor, id: string) =>
  lockWithin(db, actor, invitation, id, isThere)

/** A person's invitation of this kind from an organization, locked until the commit. */
export async function lockInvitationTo(
  db: Transaction,
  organisationId: string,
  kind: InviteKind,
  email: string,
): Promise<InvitationRow | undefined> {
  const is = and(eq(invitation.organisationId, organisationId), eq(invitation.kind, kind), eq(invitation.email, email))
  const [row] = await db.select().from(invitation).where(and(is, isThere)).for('no key update')
  return row
}

/** An invitation that has expired, locked, so that only one of two racing visits finds it. */
export async function lockExpired(db: Transaction, id: string, now: Date): Promise<InvitationRow | undefined> {
  const [row] = await db
    .select()
    .from(invitation)
    .where(and(eq(invitation.id, id), isThere, isIn('expired', now)))
    .for('no key update')
  return row
}

export const updateInvitation = (db: Transaction, id: string, values: Partial<NewInvitation>) =>
  updateRow(db, invitation, id, values)

/** Adds a link, ends those before it, and gives the invitation the new one's time. Answers the link's hash. */
export async function replaceInvitationLinks(
  db: Transaction,
  invitationId: string,
  link: { codeHash: string; expiresAt: Date },
  now: Date,
): Promise<void> {
  const before = and(eq(invitationLink.invitationId, invitationId), gt(invitationLink.expiresAt, now))
  await db.update(invitationLink).set({ expiresAt: now }).where(before)
  await db.insert(invitationLink).values({ invitationId, ...link, createdAt: now })
  await db.update(invitation).set({ expiresAt: link.expiresAt }).where(eq(invitation.id, invitationId))
}

/** When an invitation's newest link was made. */
export async function lastLinkAt(db: Db, invitationId: string): Promise<Date | undefined> {
  const [row] = await db
    .select({ at: invitationLink.createdAt })
    .from(invitationLink)
    .where(eq(invitationLink.invitationId, invitationId))
    .orderBy(desc(invitationLink.createdAt))
    .limit(1)
  return row?.at
}

/** The newest link lives as long as its invitation is meant to; those before it have ended. */
export async function setLinkExpiry(db: Transaction, invitationId: string, expiresAt: Date): Promise<void> {
  const newest = db
    .select({ codeHash: invitationLink.codeHash })
    .from(invitationLink)
    .where(eq(invitationLink.invitationId, invitationId))
    .orderBy(desc(invitationLink.createdAt))
    .limit(1)
  await db.update(invitationLink).set({ expiresAt }).where(eq(invitationLink.codeHash, newest))
}

/** A link with its invitation and the organization that invites, unless the invitation is deleted. */
export async function findInvitationByCode(db: Db, codeHash: string) {
  const [row] = await db
    .select({ invitation, linkExpiresAt: invitationLink.expiresAt, organisationName: organisation.name })
    .from(invitationLink)
    .innerJoin(invitation, eq(invitation.id, invitationLink.invitationId))
    .innerJoin(organisation, eq(organisation.id, invitation.organisationId))
    .where(and(eq(invitationLink.codeHash, codeHash), isThere))
  return row
}

/** Uses an invitation once, and returns it as it is then. Of racing requests no more get it than it allows. */
export async function takeInvitation(db: Transaction, id: string, now: Date): Promise<InvitationRow | undefined> {
  const [taken] = await db
    .update(invitation)
    .set({ uses: sql`${invitation.uses} + 1` })
    .where(and(eq(invitation.id, id), isThere, isIn('enabled', now)))
    .returning()
  return taken
}

export interface InvitationFilter extends Paging {
  readonly type: InviteKind
  readonly name?: string | undefined
  readonly state?: InviteState | undefined
}

/** The invitations of a person, once they have an account. */
const invitee = alias(account, 'invitee')

/** One page of a kind's invitations within the fence, newest first, with who invited. */
export function listInvitations(db: Db, actor: Actor, filter: InvitationFilter, now: Date) {
  const fullName = sql`${invitation.firstname} || ' ' || ${invitation.lastname}`
  const invitations = db
    .select({
      invitation,
      organisationName: organisation.name,
      inviter: fullNameOf(account),
      headImage: sql<string>`coalesce(${invitee.headImage}, ${invitee.linkedinImage}, '')`,
    })
    .from(invitation)
    .innerJoin(organisation, eq(organisation.id, invitation.organisationId))
    .innerJoin(account, eq(account.id, invitation.createdBy))
    .leftJoin(invitee, eq(invitee.email, invitation.email))
    .where(
      and(
        isThere,
        within(actor, invitation.organisationId),
        eq(invitation.kind, filter.type),
        filter.state && isIn(filter.state, now),
        contains(filter.name, invitation.email, fullName, invitation.companyName),
      ),
    )
  return pageOf(db, invitations, filter, [desc(invitation.createdAt), invitation.id])
}
