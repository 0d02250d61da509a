import { and, asc, count, desc, eq, gt, inArray, lt, ne, or, sql } from 'drizzle-orm'
import { CallFailed } from '#contract/call.ts'
import { BEGUN_GROUPS } from '#features/talk/chat/rules.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { pairOf } from './queries.ts'
import { chatGroup, chatMember, chatMessage } from './tables.ts'

type Db = Database | Transaction
export type GroupRow = typeof chatGroup.$inferSelect
export type MemberRow = typeof chatMember.$inferSelect
type MessageRow = typeof chatMessage.$inferSelect

/** A private chat as one of its members sees it. */
export interface OwnGroup {
  readonly group: GroupRow
  readonly own: MemberRow
  /** The last message that this person may see. */
  readonly last: MessageRow | undefined
  readonly members: readonly string[]
}

/** The membership of an account in a private chat. */
export async function findMember(db: Db, groupId: string, accountId: string): Promise<MemberRow | undefined> {
  const [row] = await db
    .select()
    .from(chatMember)
    .where(and(eq(chatMember.groupId, groupId), eq(chatMember.accountId, accountId)))
  return row
}

export async function membersOf(db: Db, groupId: string): Promise<string[]> {
  const rows = await db
    .select({ id: chatMember.accountId })
    .from(chatMember)
    .where(eq(chatMember.groupId, groupId))
    .orderBy(asc(chatMember.accountId))
  return rows.map(row => row.id)
}

/** Which of the caller's private chats: one, or those of a pitch. */
type Wanted =
  | { readonly groupId: string }
  | { readonly pitchId: number; readonly isTeam: boolean; readonly limit: number }

/**
 * The private chats of an account, by their last message or their making, newest first, and how many there are. `isTeam`:
 * the account belongs to the team of the pitch, and so sees the team's chat.
 */
export async function ownGroups(
  db: Db,
  accountId: string,
  wanted: Wanted,
): Promise<{ groups: OwnGroup[]; total: number }> {
  // one message of each chat is read, however many there are
  const last = db
    .select()
    .from(chatMessage)
    .where(and(eq(chatMessage.groupId, chatGroup.id), gt(chatMessage.id, chatMember.afterMessage)))
    .orderBy(desc(chatMessage.id))
    .limit(1)
    .as('last')
  const rows = await db
    .select()
    .from(chatMember)
    .innerJoin(chatGroup, eq(chatGroup.id, chatMember.groupId))
    .leftJoinLateral(last, sql`true`)
    .where(and(eq(chatMember.accountId, accountId), isWanted(wanted)))
    .orderBy(sql`coalesce(${last.at}, ${chatGroup.madeAt}) desc`, desc(chatGroup.id))
    .limit('groupId' in wanted ? 1 : wanted.limit)
  const isAll = 'groupId' in wanted || rows.length < wanted.limit
  const total = isAll ? rows.length : await countGroups(db, accountId, wanted)
  const ids = rows.map(row => row.chat_group.id)
  const members = await membersOfGroups(db, ids)
  return {
    groups: rows.map(row => ({
      ...{ group: row.chat_group, own: row.chat_member, last: row.last ?? undefined },
      members: members.get(row.chat_group.id) ?? [],
    })),
    total,
  }
}

/** Lists leave out a chat of two without a message, and the team's chat for an account outside the team. */
function isWanted(wanted: Wanted) {
  if ('groupId' in wanted) return eq(chatGroup.id, wanted.groupId)
  const hasMessage = sql`exists (select from ${chatMessage}
    where ${chatMessage.groupId} = ${chatGroup.id} and ${chatMessage.id} > ${chatMember.afterMessage})`
  return and(
    eq(chatGroup.pitchId, wanted.pitchId),
    or(ne(chatGroup.kind, 'friend'), hasMessage),
    wanted.isTeam ? undefined : ne(chatGroup.kind, 'team'),
  )
}

async function countGroups(db: Db, accountId: string, wanted: Wanted): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(chatMember)
    .innerJoin(chatGroup, eq(chatGroup.id, chatMember.groupId))
    .where(and(eq(chatMember.accountId, accountId), isWanted(wanted)))
  return row?.total ?? 0
}

async function membersOfGroups(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ groupId: chatMember.groupId, ids: sql<string[]>`json_agg(${chatMember.accountId})` })
    .from(chatMember)
    .where(inArray(chatMember.groupId, [...ids]))
    .groupBy(chatMember.groupId)
  return new Map(rows.map(row => [row.groupId, row.ids]))
}

/** Fails with ChatTooManyGroups if the account has begun `most` private chats in a pitch. The caller holds the room. */
export async function checkMayBegin(
  db: Transaction,
  pitchId: number,
  accountId: string,
  most = BEGUN_GROUPS,
): Promise<void> {
  const [row] = await db
    .select({ begun: count() })
    .from(chatGroup)
    .where(and(eq(chatGroup.madeBy, accountId), eq(chatGroup.pitchId, pitchId)))
  if ((row?.begun ?? 0) >= most) throw new CallFailed('ChatTooManyGroups')
}

/**
 * The chat of two people in a pitch, made when it is first needed. It counts as begun by `one` then, and fails with
 * ChatTooManyGroups beyond `most`.
 */
export async function friendGroup(
  db: Transaction,
  pitchId: number,
  one: string,
  other: string,
  most?: number,
): Promise<GroupRow> {
  const pair = pairOf(one, other)
  const where = and(eq(chatGroup.pitchId, pitchId), eq(chatGroup.pair, pair))
  const [known] = await db.select().from(chatGroup).where(where)
  if (known) return known
  await checkMayBegin(db, pitchId, one, most)
  await db.insert(chatGroup).values({ pitchId, kind: 'friend', pair, name: '', madeBy: one }).onConflictDoNothing()
  const [made] = await db.select().from(chatGroup).where(where)
  if (!made) throw new Error(`pitch ${pitchId} has no chat of ${pair}`)
  await addMembers(db, made.id, [one, other])
  return made
}

/** The chat of the team of a pitch, made when it is first needed. */
export async function teamGroup(db: Transaction, pitchId: number): Promise<GroupRow> {
  const find = () =>
    db
      .select()
      .from(chatGroup)
      .where(and(eq(chatGroup.pitchId, pitchId), eq(chatGroup.kind, 'team')))
  const [known] = await find()
  if (known) return known
  await db.insert(chatGroup).values({ pitchId, kind: 'team', name: '' }).onConflictDoNothing()
  const [made] = await find()
  if (!made) throw new Error(`pitch ${pitchId} has no team chat`)
  return made
}

export async function insertGroup(db: Transaction, row: typeof chatGroup.$inferInsert): Promise<GroupRow> {
  const [made] = await db.insert(chatGroup).values(row).returning()
  if (!made) throw new Error('a chat was not inserted')
  return made
}

export async function renameGroup(db: Transaction, groupId: string, name: string): Promise<void> {
  await db.update(chatGroup).set({ name }).where(eq(chatGroup.id, groupId))
}

export async function deleteGroup(db: Transaction, groupId: string): Promise<void> {
  await db.delete(chatGroup).where(eq(chatGroup.id, groupId))
}

/** Adds members, who see later messages only. */
export async function addMembers(db: Transaction, groupId: string, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return
  const last = sql<number>`(select coalesce(max(id), 0) from ${chatMessage} where group_id = ${groupId})`
  const rows = accountIds.map(accountId => ({ groupId, accountId, afterMessage: last, readMessage: last }))
  await db.insert(chatMember).values(rows).onConflictDoNothing()
}

export async function removeMembers(db: Transaction, groupId: string, accountIds: readonly string[]): Promise<void> {
  await db
    .delete(chatMember)
    .where(and(eq(chatMember.groupId, groupId), inArray(chatMember.accountId, [...accountIds])))
}

/** Stores up to which message an account has read a chat; an older message changes nothing. */
export async function noteRead(db: Transaction, groupId: string, accountId: string, messageId: number): Promise<void> {
  const known = db
    .select({ id: sql<number>`coalesce(max(${chatMessage.id}), 0)` })
    .from(chatMessage)
    .where(and(eq(chatMessage.groupId, groupId), lt(chatMessage.id, messageId + 1)))
  await db
    .update(chatMember)
    .set({ readMessage: sql`greatest(${chatMember.readMessage}, (${known}))` })
    .where(and(eq(chatMember.groupId, groupId), eq(chatMember.accountId, accountId)))
}
