import type { AuditEntry, auditLogCalls } from '#features/admin/auditLog/contract.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import type { Handler } from '#server/context.ts'
import { exportOf } from '#server/sheets/csv.ts'
import { textsIn } from '#server/texts.ts'
import { readable } from './entries.ts'
import { countAudit, listAudit } from './queries.ts'

/** The details of an entry, with the names of its ids. */
const named = ({ detail, detail_names }: AuditEntry) =>
  Object.keys(detail_names).length > 0 ? { ...detail, names: detail_names } : detail

/** Actions are codes, the same in every language, for programs to read. */
export const exportAuditLog: Handler<typeof auditLogCalls.exportAuditLog> = async context => {
  const { db, actor, input, now } = context
  // the entry of this export is not part of it
  const filter = { ...input, until: input.until ?? now.toISOString() }
  const total = await countAudit(db, actor, filter)
  const t = textsIn(actor.language, 'audit')
  const h = t('columns', { returnObjects: true })
  const file = await exportOf<AuditEntry>({
    columns: [
      [h.number, entry => entry.number],
      [h.at, entry => entry.at],
      [h.action, entry => entry.action],
      [h.by, entry => entry.actor?.name ?? null],
      [h.byEmail, entry => entry.actor?.email ?? null],
      [h.actingAs, entry => entry.impersonator?.name ?? null],
      [h.actingAsEmail, entry => entry.impersonator?.email ?? null],
      [h.subject, entry => entry.subject],
      [h.subjectName, entry => entry.subject_name],
      [h.detail, entry => JSON.stringify(named(entry))],
      [h.address, entry => entry.ip],
      [h.organisation, entry => entry.org_name],
      [h.hash, entry => entry.hash],
    ],
    read: async page => {
      const { items } = await listAudit(db, actor, { ...filter, ...page })
      return { items: await readable(db, items), total }
    },
    now,
    title: t('file'),
  })
  const detail = { rows: file.rows, total, filter: { ...input } }
  await writeAudit(context, { action: 'audit.export', subject: actor.accountId, detail })
  return file
}
