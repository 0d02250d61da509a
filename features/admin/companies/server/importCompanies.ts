import { z } from 'zod'
import { CallFailed } from '#contract/call.ts'
import { languages } from '#contract/fields.ts'
import { brokenFields } from '#contract/form.ts'
import { type companiesCalls, IMPORTED_ROWS, type ImportOutcome } from '#features/admin/companies/contract.ts'
import {
  type CompanyField,
  type CompanyFields,
  companyFieldNames,
  companyFields,
} from '#features/core/company/fields.ts'
import { industries } from '#features/core/company/rules.ts'
import { companyNamed, lockCompany } from '#features/core/company/server/queries.ts'
import { organisationMeant } from '#features/core/organisation/server/queries.ts'
import { tell } from '#features/notify/notice/server/tell.ts'
import { type ContextOf, type Preparation, prepares } from '#server/context.ts'
import { newPace } from '#server/pace.ts'
import { readCsv } from '#server/sheets/readCsv.ts'
import { textsIn } from '#server/texts.ts'
import { changesOf, checked, writeChanges, writeNew } from './companies.ts'

type Call = typeof companiesCalls.importCompanies
type Line = { company_name: string; outcome: ImportOutcome; broken: Record<string, string> }

/** A person may try a file several times until its lines are right; each import takes a connection for seconds. */
const mayImport = newPace(20, 0.2)
/** Larger than any table of companies: an export has 24 columns, and no text may be longer than 10,000 characters. */
const most = { rows: IMPORTED_ROWS + 1, columns: 100, cell: 30_000 }

/** The lines of the file, heads first. */
const prepare: Preparation<Call, string[][]> = async ({ input, actor, now, fail }) => {
  if (!mayImport(actor.accountId, now)) throw new CallFailed('TooManyRequests')
  return (await readCsv(input.file.path, most)) ?? fail('TableTooLarge')
}

async function importRows(context: ContextOf<Call>, [heads = [], ...rows]: string[][]) {
  const { input, actor, fail } = context
  const organisationId = (await organisationMeant(context, input.org_id)) ?? fail('NoPermission')
  const columns = heads.map(fieldOfHead)
  if (!columns.includes('company_name')) return fail('CompanyColumnMissing')
  const seen = new Set<string>()
  const lines: (Line & { line: number })[] = []
  for (const [index, cells] of rows.entries()) {
    const found = await readLine(context, organisationId, columns, cells, seen)
    lines.push({ line: index + 1, ...found })
  }
  const of = (outcome: ImportOutcome) => lines.filter(line => line.outcome === outcome).length
  if (!input.dry) {
    const done = { created: of('created'), updated: of('updated'), left: of('wrong') + of('exists') }
    const detail = { rows: lines.length, ...done }
    await tell(context, { audit: { action: 'company.import', subject: actor.accountId, detail, organisationId } })
  }
  return { unknown_columns: heads.filter((head, at) => head.trim() && !columns[at]), lines }
}

export const importCompanies = prepares<Call, string[][]>(prepare, importRows)

/** What a line says, and what becomes of it. */
async function readLine(
  context: ContextOf<Call>,
  organisationId: string,
  columns: readonly (CompanyField | undefined)[],
  cells: readonly string[],
  seen: Set<string>,
): Promise<Line> {
  const given = Object.fromEntries(
    columns.flatMap((field, at) => (field && cells[at]?.trim() ? [[field, cellOf(field, cells[at])]] : [])),
  )
  const name = String(given['company_name'] ?? '').slice(0, 100)
  const wrong = (broken: Record<string, string>): Line => ({ company_name: name, outcome: 'wrong', broken })
  const { data, error } = z.object(companyFields).safeParse({ company_name: '', ...given })
  if (error) return wrong(brokenFields(error.issues))
  const key = data.company_name.toLowerCase()
  if (seen.has(key)) return wrong({ company_name: 'companyTwice' })
  seen.add(key)
  try {
    return { company_name: data.company_name, outcome: await write(context, organisationId, data), broken: {} }
  } catch (failure) {
    if (failure instanceof CallFailed && failure.code === 'InputInvalid') return wrong({ ...failure.fields })
    throw failure
  }
}

/** Writes a line, or says what writing it would do. */
async function write(context: ContextOf<Call>, organisationId: string, fields: CompanyFields): Promise<ImportOutcome> {
  const { db, actor, input } = context
  const found = await companyNamed(db, organisationId, fields.company_name)
  if (!found && input.dry) checked(fields)
  // not written: another person has just created it
  if (!found) return input.dry || (await writeNew(context, organisationId, fields)) ? 'created' : 'exists'
  if (!input.update_existing) return 'exists'
  const { company_name: _, ...given } = fields
  if (input.dry) return changesOf(found, given).changed.length > 0 ? 'updated' : 'unchanged'
  const before = await lockCompany(db, actor, found.id)
  const outcome = before && (await writeChanges(context, before, given))
  return outcome === 'updated' || outcome === 'unchanged' ? outcome : 'exists'
}

/** The field of a column: by its own name, or by its heading in an export in any language. */
const fieldOfHead = (head: string): CompanyField | undefined => headings.get(head.trim().toLowerCase())
const headings: ReadonlyMap<string, CompanyField> = new Map(
  companyFieldNames.flatMap(field => [
    [field, field] as const,
    ...languages.map(language => [textsIn(language, 'companies')(`columns.${field}`).toLowerCase(), field] as const),
  ]),
)

/** A cell without the apostrophe that an export puts before what a spreadsheet would run. */
function cellOf(field: CompanyField, cell: string): string {
  const text = cell.replace(/^'(?=\s*[=+\-@＝＋－＠])/, '').trim()
  if (field === 'country') return text.toUpperCase()
  if (field !== 'industry') return text
  return industries.find(industry => industry.toLowerCase() === text.toLowerCase()) ?? text
}
