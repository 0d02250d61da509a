import { and, asc, count, eq, inArray, sql } from 'drizzle-orm'
import { fullName } from '#contract/names.ts'
import { account } from '#features/core/account/server/tables.ts'
import type { Poll } from '#features/talk/poll/contract.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { type Paging, rowsOf } from '#server/lists.ts'
import { poll, pollVote } from './tables.ts'

type Db = Database | Transaction
export type PollRow = typeof poll.$inferSelect

/** How many voted, and how many chose each option. */
export interface Tally {
  readonly voters: number
  readonly counts: readonly number[]
}

/** Locks a poll of a pitch until the transaction ends; `share` allows other shared locks, but no change. */
export async function lockPoll(
  db: Transaction,
  pitchId: number,
  id: string,
  how: 'update' | 'share' = 'update',
): Promise<PollRow | undefined> {
  const [row] = await db
    .select()
    .from(poll)
    .where(and(eq(poll.id, id), eq(poll.pitchId, pitchId)))
    .for(how)
  return row
}

export async function findPoll(db: Db, pitchId: number, id: string): Promise<PollRow | undefined> {
  const [row] = await db
    .select()
    .from(poll)
    .where(and(eq(poll.id, id), eq(poll.pitchId, pitchId)))
  return row
}

export async function countPolls(db: Db, pitchId: number): Promise<number> {
  const [row] = await db.select({ total: count() }).from(poll).where(eq(poll.pitchId, pitchId))
  return row?.total ?? 0
}

export async function insertPoll(db: Transaction, row: typeof poll.$inferInsert): Promise<PollRow> {
  const [made] = await db.insert(poll).values(row).returning()
  if (!made) throw new Error('a poll was not made')
  return made
}

export async function updatePoll(db: Transaction, id: string, change: Partial<PollRow>): Promise<PollRow> {
  const [changed] = await db.update(poll).set(change).where(eq(poll.id, id)).returning()
  if (!changed) throw new Error('a poll was not changed')
  return changed
}

export const removePoll = (db: Transaction, id: string) => db.delete(poll).where(eq(poll.id, id))

/** Stores a vote in place of the voter's last one. Of two simultaneous votes the later one counts. */
export async function saveVote(db: Transaction, row: typeof pollVote.$inferInsert): Promise<void> {
  const { choices, at, asGuest = false } = row
  await db
    .insert(pollVote)
    .values(row)
    .onConflictDoUpdate({
      target: [pollVote.pollId, pollVote.voter],
      // a vote once given in guest mode stays nameless
      set: { choices, at, asGuest: sql`${pollVote.asGuest} or ${asGuest}` },
    })
}

export async function voteOf(db: Db, pollId: string, voter: string): Promise<readonly number[]> {
  const [row] = await db
    .select({ choices: pollVote.choices })
    .from(pollVote)
    .where(and(eq(pollVote.pollId, pollId), eq(pollVote.voter, voter)))
  return row?.choices ?? []
}

/** The counts of these polls. */
async function talliesOf(db: Db, polls: readonly Pick<PollRow, 'id' | 'options'>[]): Promise<Map<string, Tally>> {
  if (polls.length === 0) return new Map()
  const ids = polls.map(({ id }) => id)
  const of = inArray(pollVote.pollId, ids)
  const voters = await db
    .select({ id: pollVote.pollId, total: count() })
    .from(pollVote)
    .where(of)
    .groupBy(pollVote.pollId)
  const { rows } = await db.execute<{ id: string; choice: number; total: number }>(sql`
    select ${pollVote.pollId} as id, choice, count(*)::int as total from ${pollVote}, unnest(${pollVote.choices}) as choice
    where ${of} group by 1, 2`)
  return new Map(
    polls.map(({ id, options }) => [
      id,
      {
        voters: voters.find(one => one.id === id)?.total ?? 0,
        counts: options.map((_, place) => rows.find(row => row.id === id && row.choice === place)?.total ?? 0),
      },
    ]),
  )
}

export async function tallyOf(db: Db, row: Pick<PollRow, 'id' | 'options'>): Promise<Tally> {
  return (await talliesOf(db, [row])).get(row.id) ?? { voters: 0, counts: row.options.map(() => 0) }
}

/** A poll as the team of a pitch sees it. */
export const asPoll = (row: PollRow, { voters, counts }: Tally): Poll => ({
  ...{ id: row.id, question: row.question, options: row.options },
  ...{ is_multiple: row.isMultiple, is_anonymous: row.isAnonymous, state: row.state, is_shown: row.isShown },
  ...{ voters, counts: [...counts] },
  opened_at: row.openedAt?.toISOString() ?? null,
  closed_at: row.closedAt?.toISOString() ?? null,
})

/** The polls of a pitch in the order of their making. */
export async function listPolls(db: Db, pitchId: number): Promise<Poll[]> {
  const rows = await db.select().from(poll).where(eq(poll.pitchId, pitchId)).orderBy(asc(poll.madeAt), asc(poll.id))
  const tallies = await talliesOf(db, rows)
  return rows.map(row => asPoll(row, tallies.get(row.id) ?? { voters: 0, counts: [] }))
}

/** The votes of a poll that is not anonymous, in their order. */
export async function listVotes(db: Db, pollId: string, paging: Paging) {
  const rows = db
    .select({
      ...{ user_id: account.id, firstname: account.firstname, lastname: account.lastname },
      email: account.email,
      ...{ choices: pollVote.choices, asGuest: pollVote.asGuest, at: pollVote.at },
    })
    .from(pollVote)
    .innerJoin(account, eq(account.id, pollVote.accountId))
    .where(eq(pollVote.pollId, pollId))
  const found = await rowsOf(rows, paging, [pollVote.at, pollVote.voter])
  return found.map(({ firstname, lastname, ...vote }) => ({ ...vote, name: fullName({ firstname, lastname }) }))
}

/** Closes the open polls of a pitch that has ended. */
export async function closeOpenPolls(db: Transaction, pitchId: number, now: Date): Promise<void> {
  await db
    .update(poll)
    .set({ state: 'closed', closedAt: now })
    .where(and(eq(poll.pitchId, pitchId), eq(poll.state, 'open')))
}

/** Deletes the votes of a pitch's polls, and makes all of them drafts. */
export async function resetPolls(db: Transaction, pitchId: number): Promise<void> {
  await db
    .delete(pollVote)
    .where(inArray(pollVote.pollId, db.select({ id: poll.id }).from(poll).where(eq(poll.pitchId, pitchId))))
  await db
    .update(poll)
    .set({ state: 'draft', isShown: false, openedAt: null, closedAt: null })
    .where(eq(poll.pitchId, pitchId))
}
