import type { AuditEntry, auditLogCalls } from '#features/admin/auditLog/contract.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { filenameOf, toCsv } from '#features/results/report/server/sheets.ts'
import type { Handler } from '#server/context.ts'
import { textsIn } from '#server/texts.ts'
import { readable } from './entries.ts'
import { countAudit, listAudit } from './queries.ts'

/** Entries in one file: a browser opens it, and so does a spreadsheet. */
export const EXPORTED = 20_000
const STEP = 2000

/** In the order of the rows. */
const columns = [
  ...(['number', 'at', 'action', 'by', 'byEmail', 'actingAs', 'actingAsEmail', 'subject', 'subjectName'] as const),
  ...(['detail', 'address', 'organisation', 'hash'] as const),
]

/** What an entry says, with the names of its ids beside them. */
const named = ({ detail, detail_names }: AuditEntry) =>
  Object.keys(detail_names).length > 0 ? { ...detail, names: detail_names } : detail

/** What is done is named by its code, which programs read the same in every language. */
export const exportAuditLog: Handler<typeof auditLogCalls.exportAuditLog> = async context => {
  const { db, actor, input, now } = context
  // The entry of this export is not part of it.
  const until = input.until ?? now.toISOString()
  const rows: (string | number)[][] = []
  const total = await countAudit(db, actor, { ...input, until })
  for (let page = 1; rows.length < EXPORTED; page++) {
    const found = await listAudit(db, actor, { ...input, until, page, limit: STEP })
    for (const entry of await readable(db, found.items)) {
      const { impersonator, actor: by } = entry
      rows.push([
        ...[entry.number ?? '', entry.at, entry.action],
        ...[by?.name ?? '', by?.email ?? '', impersonator?.name ?? '', impersonator?.email ?? ''],
        ...[entry.subject, entry.subject_name, JSON.stringify(named(entry)), entry.ip, entry.org_name, entry.hash],
      ])
    }
    if (found.items.length < STEP) break
  }
  const detail = { rows: rows.length, total, filter: { ...input } }
  await writeAudit(context, { action: 'audit.export', subject: actor.accountId, detail })
  const t = textsIn(actor.language, 'audit')
  const filename = filenameOf(now.toISOString().slice(0, 10), t('file'))
  const fields = columns.map(column => t(`columns.${column}`))
  return { filename, csv: toCsv({ fields, rows }), rows: rows.length, total }
}
