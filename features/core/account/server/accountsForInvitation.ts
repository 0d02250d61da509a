import type { Language } from '#contract/fields.ts'
import { rightNow } from '#server/clock.ts'
import { type Database, slicesOf, type Transaction } from '#server/db/database.ts'
import { type AccountRow, findAccountsByEmail, insertInvited } from './queries.ts'
import { isTermOver } from './term.ts'

/** A person to invite to a pitch. `email` in lower case. */
export interface Invited {
  readonly email: string
  readonly firstname: string
  readonly lastname: string
  readonly language: Language
  /** The language is the inviter's own; no one has said that of the person. */
  readonly languageGuessed?: boolean
}

/** The account behind an invitation. A `disabled` one stays out. */
export type InvitedAccount = Pick<AccountRow, 'id' | 'state' | 'language' | 'organisationId'>

/**
 * The accounts of these people, by their addresses: those there are, whatever their organization, and new ones without
 * a password for everyone else. Two requests that invite the same person get the same account.
 */
export async function accountsForInvitation(
  db: Database | Transaction,
  organisationId: string,
  people: readonly Invited[],
): Promise<ReadonlyMap<string, InvitedAccount>> {
  // In one order for all requests, so that two lists of the same people wait for each other instead of deadlocking.
  const sorted = [...new Map(people.map(person => [person.email, person])).values()].sort((a, b) =>
    a.email < b.email ? -1 : 1,
  )
  const found = new Map<string, InvitedAccount>()
  for (const some of slicesOf(sorted, 250)) {
    const emails = some.map(({ email }) => email)
    for (const row of await findAccountsByEmail(db, emails)) found.set(row.email, asInvited(row))
    const missing = some.filter(({ email }) => !found.has(email))
    if (missing.length === 0) continue
    await insertInvited(db, organisationId, missing)
    const added = await findAccountsByEmail(
      db,
      missing.map(({ email }) => email),
    )
    for (const row of added) found.set(row.email, asInvited(row))
  }
  return found
}

/** A deleted account keeps its address for a while and counts as disabled; so does one whose term is over. */
const asInvited = (row: AccountRow): InvitedAccount =>
  row.deletedAt || isTermOver(row, rightNow()) ? { ...row, state: 'disabled' } : row
