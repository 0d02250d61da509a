import type { auditLogCalls } from '#features/admin/auditLog/contract.ts'
import type { Handler } from '#server/context.ts'
import { readable } from './entries.ts'
import { listAudit } from './queries.ts'

export const getAuditList: Handler<typeof auditLogCalls.getAuditList> = async ({ db, actor, input }) => {
  const { items, total } = await listAudit(db, actor, input)
  return { items: await readable(db, items), total }
}
