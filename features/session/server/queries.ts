import { and, eq, isNull } from 'drizzle-orm'
import type { Caller } from '#contract/call.ts'
import { account } from '#features/account/server/tables.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'
import { session } from './tables.ts'

/** The session of a token, with its person; undefined when it has ended, or its person is disabled or deleted. */
export async function findSession(
  db: Database | Transaction,
  tokenHash: string,
): Promise<{ actor: Actor; expiresAt: Date } | undefined> {
  const [row] = await db
    .select({ session, account })
    .from(session)
    .innerJoin(account, eq(account.id, session.accountId))
    .where(and(eq(session.tokenHash, tokenHash), isNull(session.endedAt), isNull(account.deletedAt)))
  if (!row || row.account.state === 'disabled') return undefined
  const { account: person, session: open } = row
  return {
    expiresAt: open.tokenExpiresAt,
    actor: {
      accountId: person.id,
      organisationId: open.organisationId,
      roles: open.kind === 'join' ? ['attendee'] : (person.roles as Caller[]),
      sessionId: open.id,
      pitchId: open.pitchId ?? undefined,
      email: person.email,
      name: `${person.firstname} ${person.lastname}`.trim(),
      language: person.language,
      timezone: person.timezone,
    },
  }
}

type Db = Database | Transaction

/** Writes a session and answers its id. */
export async function insertSession(db: Db, opened: typeof session.$inferInsert): Promise<string> {
  const [row] = await db.insert(session).values(opened).returning({ id: session.id })
  if (!row) throw new Error('a session was not written')
  return row.id
}
