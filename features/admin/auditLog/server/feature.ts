import { auditLogCalls } from '#features/admin/auditLog/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import * as entries from './entries.ts'
import { exportAuditLog } from './exportAuditLog.ts'

export const auditLogFeature = {
  handlers: handlersOf(auditLogCalls, { ...entries, exportAuditLog }),
} satisfies Feature
