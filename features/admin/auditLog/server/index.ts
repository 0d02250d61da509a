import type { Handlers } from '#contract/call.ts'
import type { auditLogCalls } from '#features/admin/auditLog/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { getAuditList, getLog } from './entries.ts'
import { exportAuditLog } from './exportAuditLog.ts'

/** The handlers of this feature's calls. */
export const auditLogHandlers = { getAuditList, getLog, exportAuditLog } satisfies Handlers<
  typeof auditLogCalls,
  Context,
  Actor
>
