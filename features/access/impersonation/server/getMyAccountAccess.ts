import type { sessionCalls } from '#features/access/signIn/contract.ts'
import type { Handler } from '#server/context.ts'
import { listAccessOf } from './accessQueries.ts'

export const getMyAccountAccess: Handler<typeof sessionCalls.getMyAccountAccess> = async ({ db, actor, input }) => {
  const { items, total } = await listAccessOf(db, actor, input)
  return { items: items.map(({ createdAt, ...item }) => ({ ...item, created_on: createdAt.toISOString() })), total }
}
