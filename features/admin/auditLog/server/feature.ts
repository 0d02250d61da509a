import type { auditLogCalls } from '#features/admin/auditLog/contract.ts'
import type { Handlers } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { getAuditList, getLog } from './entries.ts'
import { exportAuditLog } from './exportAuditLog.ts'

export const auditLogFeature = {
  handlers: { getAuditList, getLog, exportAuditLog } satisfies Handlers<typeof auditLogCalls>,
} satisfies Feature
