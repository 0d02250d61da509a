import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import type { reportCalls } from '#features/results/report/contract.ts'
import { shownIn } from '#features/room/guest/server/disguise.ts'
import { csvFilename, toCsv } from '#server/sheets/csv.ts'
import { textsIn } from '#server/texts.ts'
import { sheets } from './sheets.ts'

/** A file of a pitch, named by the pitch and the kind of the file. */
export const filenameOf = (name: string, kind: string): string => csvFilename(name, kind, 'pitch')

export const exportPitchReport = withPitch<typeof reportCalls.exportPitchReport>('manages', async context => {
  const { input, actor, db, pitch } = context
  const sheet = await sheets[input.kind](db, pitch, actor.language, await shownIn(context, pitch.id))
  await writeAudit(context, {
    action: 'report.export',
    subject: pitch.uuid,
    organisationId: pitch.organisationId,
    detail: { kind: input.kind, rows: sheet.rows.length },
  })
  const filename = filenameOf(pitch.presentationName, textsIn(actor.language, 'report')(`files.${input.kind}`))
  return { filename, csv: toCsv(sheet) }
})
