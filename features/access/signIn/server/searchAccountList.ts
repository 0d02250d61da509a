import { listAccess } from '#features/access/impersonation/server/accessQueries.ts'
import type { sessionCalls } from '#features/access/signIn/contract.ts'
import type { Handler } from '#server/context.ts'

/** [ENT-078] */
export const searchAccountList: Handler<typeof sessionCalls.searchAccountList> = async ({ db, actor, input }) => {
  const { items, total } = await listAccess(db, actor, input)
  return { items: items.map(({ createdAt, ...item }) => ({ ...item, created_on: createdAt.toISOString() })), total }
}
