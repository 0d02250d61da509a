import type { impersonationCalls } from '#features/access/impersonation/contract.ts'
import type { Handler } from '#server/context.ts'
import { listAccessOf } from './accessQueries.ts'

export const getMyAccountAccess: Handler<typeof impersonationCalls.getMyAccountAccess> = async ({
  db,
  actor,
  input,
}) => {
  const { items, total } = await listAccessOf(db, actor, input)
  return { items: items.map(({ createdAt, ...item }) => ({ ...item, created_on: createdAt.toISOString() })), total }
}
