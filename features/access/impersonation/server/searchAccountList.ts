import type { impersonationCalls } from '#features/access/impersonation/contract.ts'
import type { Handler } from '#server/context.ts'
import { listAccess } from './accessQueries.ts'

/** [ENT-078] */
export const searchAccountList: Handler<typeof impersonationCalls.searchAccountList> = async ({ db, actor, input }) => {
  const { items, total } = await listAccess(db, actor, input)
  return { items: items.map(({ createdAt, ...item }) => ({ ...item, created_on: createdAt.toISOString() })), total }
}
