import { and, asc, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { pairOf } from './queries.ts'
import { chatGroup, chatMember, chatMessage } from './tables.ts'

type Db = Database | Transaction
export type GroupRow = typeof chatGroup.$inferSelect
export type MemberRow = typeof chatMember.$inferSelect
type MessageRow = typeof chatMessage.$inferSelect

/** What there is of a private chat for one who is in it. */
export interface OwnGroup {
  readonly group: GroupRow
  readonly own: MemberRow
  /** The last message that this person may see. */
  readonly last: MessageRow | undefined
  /** Ids, in a fixed order. */
  readonly members: readonly string[]
}

/** Somebody's place in a private chat, if they are in it. */
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

/** Of one's own private chats: one, or all of a pitch, the last made or talked in first. */
export async function ownGroups(
  db: Db,
  accountId: string,
  which: { groupId: string } | { pitchId: number },
): Promise<OwnGroup[]> {
  const rows = await db
    .select({ group: chatGroup, own: chatMember })
    .from(chatMember)
    .innerJoin(chatGroup, eq(chatGroup.id, chatMember.groupId))
    .where(
      and(
        eq(chatMember.accountId, accountId),
        'groupId' in which ? eq(chatGroup.id, which.groupId) : eq(chatGroup.pitchId, which.pitchId),
      ),
    )
  if (rows.length === 0) return []
  const ids = rows.map(({ group }) => group.id)
  const last = await db
    .selectDistinctOn([chatMessage.groupId])
    .from(chatMessage)
    .where(inArray(chatMessage.groupId, ids))
    .orderBy(chatMessage.groupId, desc(chatMessage.id))
  const members = await db
    .select({ groupId: chatMember.groupId, id: chatMember.accountId })
    .from(chatMember)
    .where(inArray(chatMember.groupId, ids))
    .orderBy(asc(chatMember.accountId))
  return rows
    .map(({ group, own }) => ({
      group,
      own,
      last: last.find(message => message.groupId === group.id && message.id > own.afterMessage),
      members: members.filter(member => member.groupId === group.id).map(member => member.id),
    }))
    .sort((a, b) => (b.last?.at ?? b.group.madeAt).getTime() - (a.last?.at ?? a.group.madeAt).getTime())
}

/** The chat of two people in a pitch. Made when it is first asked for, once, whoever asks. */
export async function friendGroup(db: Transaction, pitchId: number, one: string, other: string): Promise<GroupRow> {
  const pair = pairOf(one, other)
  const where = and(eq(chatGroup.pitchId, pitchId), eq(chatGroup.pair, pair))
  const [known] = await db.select().from(chatGroup).where(where)
  if (known) return known
  await db.insert(chatGroup).values({ pitchId, kind: 'friend', pair, name: '', madeBy: one }).onConflictDoNothing()
  const [made] = await db.select().from(chatGroup).where(where)
  if (!made) throw new Error(`pitch ${pitchId} has no chat of ${pair}`)
  await addMembers(db, made.id, [one, other])
  return made
}

/** The chat of those who run a pitch; made once. */
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

/** They see what is written from now on. */
export async function addMembers(db: Transaction, groupId: string, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return
  const last = sql<number>`(select coalesce(max(id), 0) from ${chatMessage} where group_id = ${groupId})`
  const rows = accountIds.map(accountId => ({ groupId, accountId, afterMessage: last, readMessage: last }))
  await db.insert(chatMember).values(rows).onConflictDoNothing()
}

export async function takeOut(db: Transaction, groupId: string, accountIds: readonly string[]): Promise<void> {
  await db
    .delete(chatMember)
    .where(and(eq(chatMember.groupId, groupId), inArray(chatMember.accountId, [...accountIds])))
}

/** Notes that somebody has read a chat up to a message of it; never less than before. */
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
