import {
  and,
  arrayContains,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  not,
  notInArray,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { attendee } from '#features/core/part/server/tables.ts'
import { looksAfterPitches } from '#features/core/pitch/rules.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { commitment } from '#features/results/commitment/server/tables.ts'
import { feedback } from '#features/results/feedback/server/tables.ts'
import { rightNow } from '#server/clock.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'
import { contains, ordered, type Paging, pageOf, within } from '#server/lists.ts'
import { notInterested } from './tables.ts'

type Db = Database | Transaction

/** Characters of what a list says about a company. */
const SUMMARY = 280
const isLive = eq(pitch.state, 'inProgress')
const isAhead = inArray(pitch.state, ['scheduled', 'delivered'])
const hasEnded = inArray(pitch.state, ['processing', 'over'])
const isDisliked = sql<boolean>`coalesce(${feedback.choice} = 'dislike', false)`
const isAside = or(isNotNull(notInterested.createdAt), isDisliked)

const ofOwn = (actor: Actor) => eq(pitch.organisationId, actor.organisationId)
const moderates = (actor: Actor) => and(ofOwn(actor), arrayContains(pitch.moderators, [actor.email]))
const presents = (actor: Actor) =>
  or(eq(pitch.userId, actor.accountId), and(ofOwn(actor), arrayContains(pitch.coHosts, [actor.email])))

/** That the person's part does not let them know the company: the rule of `knowsCompany`, for a search. */
function isUndisclosed(actor: Actor): SQL<boolean> {
  const invited = sql`${attendee.invitedAt} is not null and ${attendee.tag} = ''`
  const chosen = sql`${pitch.companyDisclosure} = 'invited' and ${invited}`
  const manages = looksAfterPitches(actor.roles) ? (within(actor, pitch.organisationId) ?? sql`true`) : sql`false`
  const knows = sql`${pitch.companyDisclosure} = 'everybody' or ${not(isAhead)} or ${moderates(actor)}
    or ${presents(actor)} or ${manages}`
  return sql<boolean>`not coalesce(${knows} or (${chosen}), false)`
}

/** The pitches that a person may attend, without those that they present; public ones until they have ended. */
function attended(db: Db, actor: Actor): SQL | undefined {
  const theirs = db.select({ id: attendee.pitchId }).from(attendee).where(eq(attendee.accountId, actor.accountId))
  const right = and(eq(attendee.accountId, actor.accountId), isNull(attendee.disabledAt), isNull(attendee.removedAt))
  const open = and(ofOwn(actor), eq(pitch.isPublic, true), not(hasEnded), isNull(pitch.deletedAt))
  // each of the three by an index of its own, which one condition with "or" would not be
  const candidates = db
    .select({ id: attendee.pitchId })
    .from(attendee)
    .where(right)
    .union(
      db
        .select({ id: pitch.id })
        .from(pitch)
        .where(and(open, notInArray(pitch.id, theirs))),
    )
    .union(db.select({ id: pitch.id }).from(pitch).where(moderates(actor)))
  return and(
    ...[inArray(pitch.id, candidates), isNull(pitch.deletedAt), ne(pitch.state, 'draft'), isNull(pitch.rehearsalOf)],
    sql`not (${presents(actor)})`,
  )
}

/** The pitches with what the person has in them. */
function shownTo(db: Db, actor: Actor) {
  const { accountId } = actor
  const undisclosed = isUndisclosed(actor)
  const told = (known: SQLWrapper, instead: SQLWrapper) =>
    sql<string>`case when ${undisclosed} then ${instead} else ${known} end`
  const columns = {
    ...{ uuid: pitch.uuid, presentationName: pitch.presentationName, presenterName: pitch.presenterName },
    ...{ startsAt: pitch.startsAt, startZone: pitch.startZone, endsAt: pitch.endsAt, state: pitch.state },
    ...{ productType: pitch.productType, spotlight: pitch.spotlight, currency: pitch.currency },
    ...{ askedMinor: pitch.askedMinor, commitUntil: pitch.commitUntil },
    ...{ userId: pitch.userId, organisationId: pitch.organisationId, isPublic: pitch.isPublic },
    ...{ coHosts: pitch.coHosts, moderators: pitch.moderators },
    companyName: told(pitch.companyName, pitch.obfuscatedCompanyName),
    companyLogo: told(sql`coalesce(${pitch.companyLogo}, '')`, sql`''`),
    summary: sql<string>`left(${told(pitch.about, pitch.obfuscatedDescription)}, ${SUMMARY})`,
    isPartners: sql<boolean>`coalesce(${attendee.tag}, '') <> ''`,
    isInvited: sql<boolean>`${attendee.invitedAt} is not null and ${attendee.tag} = ''`,
    ...{ committedMinor: commitment.amountMinor, committedCurrency: commitment.currency, choice: feedback.choice },
    asideAt: sql<Date>`coalesce(${notInterested.createdAt}, ${feedback.updatedAt})`.mapWith(pitch.startsAt),
    isPutAside: sql<boolean>`${notInterested.createdAt} is not null`,
  }
  const own = (table: typeof attendee | typeof notInterested | typeof feedback | typeof commitment) =>
    and(eq(table.pitchId, pitch.id), eq(table.accountId, accountId))
  return db
    .select(columns)
    .from(pitch)
    .leftJoin(attendee, own(attendee))
    .leftJoin(notInterested, own(notInterested))
    .leftJoin(feedback, own(feedback))
    .leftJoin(commitment, own(commitment))
}
export type ShownPitch = Awaited<ReturnType<typeof shownTo>>[number]

interface Asked extends Paging {
  readonly name?: string | undefined
  readonly sort: 'start' | 'name' | 'aside'
}

/** What a search looks through: a company by the name that the person knows alone. */
const found = (actor: Actor, name: string | undefined) =>
  contains(
    name,
    pitch.presentationName,
    pitch.presenterName,
    sql`case when ${isUndisclosed(actor)} then ${pitch.obfuscatedCompanyName} else ${pitch.companyName} end`,
  )

const sorts = {
  start: pitch.startsAt,
  name: ordered(sql`lower(${pitch.presentationName})`),
  aside: ordered(sql`coalesce(${notInterested.createdAt}, ${feedback.updatedAt})`),
} as const

/**
 * A page of the pitches that a person may attend and has not put aside, live ones first. Of the spotlight, which shows the
 * first few, the total counts to one more than the page.
 */
export function listAttended(
  db: Db,
  actor: Actor,
  { name, sort, ended, spotlight, ...paging }: Asked & { ended: boolean; spotlight?: boolean | undefined },
) {
  const now = rightNow()
  const passed = or(hasEnded, and(isAhead, lte(pitch.endsAt, now)))
  const coming = or(isLive, and(isAhead, gt(pitch.endsAt, now)))
  const lit = spotlight === undefined ? undefined : eq(pitch.spotlight, spotlight)
  const rows = shownTo(db, actor).where(
    and(attended(db, actor), ended ? passed : coming, lit, sql`not ${isAside}`, found(actor, name)),
  )
  const most = spotlight ? paging.page * paging.limit : undefined
  return pageOf(db, rows, paging, [desc(isLive), sorts[sort], pitch.id], most)
}

/** A page of the pitches that a person has put aside. */
export function listAside(db: Db, actor: Actor, { name, sort, ...paging }: Asked) {
  const rows = shownTo(db, actor).where(and(attended(db, actor), isAside, found(actor, name)))
  return pageOf(db, rows, paging, [sorts[sort], pitch.id])
}

/** One pitch, whoever sees it. */
export async function shownPitch(db: Db, actor: Actor, pitchId: number): Promise<ShownPitch | undefined> {
  const [row] = await shownTo(db, actor).where(eq(pitch.id, pitchId))
  return row
}

/** Puts a pitch aside; of two racing requests one does. */
export async function putAside(db: Transaction, pitchId: number, accountId: string): Promise<void> {
  await db.insert(notInterested).values({ pitchId, accountId }).onConflictDoNothing()
}

export async function takeBack(db: Transaction, pitchId: number, accountId: string): Promise<void> {
  await db.delete(notInterested).where(and(eq(notInterested.pitchId, pitchId), eq(notInterested.accountId, accountId)))
}

/** How many of the people who may attend a pitch have put it aside. */
export function countAside(db: Db, pitchId: number): Promise<number> {
  const has = and(eq(attendee.pitchId, pitch.id), eq(attendee.accountId, notInterested.accountId))
  const may = and(isNotNull(attendee.pitchId), isNull(attendee.disabledAt), isNull(attendee.removedAt))
  const mayStill = or(may, and(isNull(attendee.pitchId), eq(pitch.isPublic, true)))
  const rows = db
    .select({ id: notInterested.accountId })
    .from(notInterested)
    .innerJoin(pitch, eq(pitch.id, notInterested.pitchId))
    .leftJoin(attendee, has)
    .where(and(eq(notInterested.pitchId, pitchId), mayStill))
  return db.$count(rows.as('aside'))
}

/** Forgets who put a pitch aside. */
export async function removeAside(db: Transaction, pitchId: number): Promise<void> {
  await db.delete(notInterested).where(eq(notInterested.pitchId, pitchId))
}
