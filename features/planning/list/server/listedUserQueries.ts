import { type SQL, sql } from 'drizzle-orm'
import { account } from '#features/core/account/server/tables.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { found } from './memberQueries.ts'
import { findList, type Reader } from './queries.ts'
import { contactListMember } from './tables.ts'

/** The condition that a user is in a list that the reader may read; a missing list matches no one. */
export async function usersIn(db: Database | Transaction, reader: Reader, listId: string): Promise<SQL> {
  const list = (await findList(db, reader, listId))?.list
  if (!list) return sql`false`
  if (list.type === 'dynamic') return found(reader, list)
  return sql`exists (select 1 from ${contactListMember} where ${contactListMember.listId} = ${list.id}
    and ${contactListMember.accountId} = ${account.id} and ${contactListMember.organisationId} = ${account.organisationId})`
}
