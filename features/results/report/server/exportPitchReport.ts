import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { managedPitch } from '#features/core/part/server/access.ts'
import type { reportCalls } from '#features/results/report/contract.ts'
import type { Handler } from '#server/context.ts'
import { textsIn } from '#server/texts.ts'
import { filenameOf, toCsv } from './csv.ts'
import { sheets } from './sheets.ts'

export const exportPitchReport: Handler<typeof reportCalls.exportPitchReport> = async context => {
  const { input, actor, db, fail } = context
  const pitch = await managedPitch(db, actor, input.uuid)
  if (!pitch) return fail('PitchNotFound')
  const sheet = await sheets[input.kind](db, pitch, actor.language)
  await writeAudit(context, {
    action: 'report.export',
    subject: pitch.uuid,
    organisationId: pitch.organisationId,
    detail: { kind: input.kind, rows: sheet.rows.length },
  })
  const filename = filenameOf(pitch.presentationName, textsIn(actor.language, 'report')(`files.${input.kind}`))
  return { filename, csv: toCsv(sheet) }
}
