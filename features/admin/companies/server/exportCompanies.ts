import type { companiesCalls } from '#features/admin/companies/contract.ts'
import { type CompanyField, companyFieldNames } from '#features/core/company/fields.ts'
import { tell } from '#features/notify/notice/server/tell.ts'
import type { Handler } from '#server/context.ts'
import { exportOf } from '#server/sheets/csv.ts'
import { textsIn } from '#server/texts.ts'
import { fieldsOf } from './answers.ts'
import { listWholeCompanies } from './queries.ts'

/** A file that can be imported again: every field under its name in the reader's language, in the form's order. */
export const exportCompanies: Handler<typeof companiesCalls.exportCompanies> = async context => {
  const { db, actor, input, now } = context
  const t = textsIn(actor.language, 'companies')
  const fields = companyFieldNames.map(field => {
    return [t(`columns.${field}`), ({ company }: Listed) => fieldsOf(company)[field as CompanyField]] as const
  })
  const file = await exportOf<Listed>({
    columns: [
      ...fields,
      [t('columns.verification'), ({ company }) => t(`verification.${company.verification}`)],
      [t('columns.organisation'), ({ org_name }) => org_name],
      [t('columns.created'), ({ company }) => company.createdAt.toISOString()],
    ],
    read: page => listWholeCompanies(db, actor, { ...input, ...page }),
    now,
    title: t('file'),
  })
  const detail = { rows: file.rows, total: file.total, filter: { ...input } }
  await tell(context, { audit: { action: 'company.export', subject: actor.accountId, detail } })
  return file
}

type Listed = Awaited<ReturnType<typeof listWholeCompanies>>['items'][number]
