import { randomBytes } from 'node:crypto'
import { CallFailed } from '#contract/call.ts'
import type { CompanyRow } from '#features/core/company/server/queries.ts'
import { documentFolder, type PitchDocument, type TakenFile } from '#features/core/pitch/rules.ts'
import { saysName } from '#features/core/pitch/server/disclosure.ts'
import type { NewPitch, PitchRow } from '#features/core/pitch/server/queries.ts'
import type { TakenField } from '#features/planning/plan/companyCalls.ts'
import type { Context } from '#server/context.ts'
import type { Frame } from '#server/frame.ts'
import { copyPicture, dropPicture, keepPicture } from '#server/pictures/pictures.ts'
import { putForCall } from '#server/storage/forCall.ts'
import { removeDocument } from './previews.ts'

/** The texts of a company, each under its column of a pitch. */
export const takenTexts = {
  company_name: ['companyName', 'companyName'],
  legal_name: ['companyLegalName', 'legalName'],
  about: ['about', 'aboutTheCompany'],
  highlights: ['highlights', 'companyHighlights'],
  obfuscated_company_name: ['obfuscatedCompanyName', 'obfuscatedCompanyName'],
  obfuscated_description: ['obfuscatedDescription', 'obfuscatedDescription'],
} as const satisfies Partial<Record<TakenField, readonly [keyof PitchRow, keyof CompanyRow]>>

/** The documents of a company, each under its column of both. */
export const takenDocuments = {
  about_file: ['about', 'aboutFile'],
  highlights_file: ['highlights', 'highlightsFile'],
} as const satisfies Partial<
  Record<TakenField, readonly [keyof NonNullable<PitchRow['companyFiles']>, keyof PitchRow & keyof CompanyRow]>
>
const documentFields = Object.keys(takenDocuments) as (keyof typeof takenDocuments)[]

/** The fields that are files: what a new pitch takes over beside the texts of its form. */
export const takenFiles = ['legal_name', 'company_logo', ...documentFields] as const satisfies TakenField[]

/** Copies of a company's files, which are made before the transaction that refers to them. */
export type Copies = Partial<Record<keyof typeof takenDocuments, PitchDocument & { of: string }>> & {
  company_logo?: TakenFile
}

/** Copies the files among the fields for a pitch; a file that is not there is not copied. */
export async function copyFiles(
  frame: Frame,
  company: CompanyRow,
  pitchUuid: string,
  fields: readonly TakenField[],
): Promise<Copies> {
  const copies: Copies = {}
  for (const field of documentFields) {
    const document = fields.includes(field) ? company[takenDocuments[field][1]] : null
    const stored = document && (await frame.storage.read(document.key))
    if (!stored) continue
    const key = `${documentFolder(pitchUuid)}/${randomBytes(16).toString('base64url').replace(/^-/, '_')}.pdf`
    await putForCall(frame.storage, key, stored.stream)
    copies[field] = { key, filename: document.filename, of: document.key }
  }
  const logo = fields.includes('company_logo') && company.logo
  const drawn = logo && (await copyPicture(frame, logo))
  if (drawn) copies.company_logo = { of: logo, as: drawn }
  return copies
}

type Taking = Pick<Context, 'db' | 'frame' | 'afterCommit'>

/**
 * The columns of the fields of a company that a pitch takes over. The files are those that were copied: of another one
 * that took their place meanwhile, the pitch says that it has drifted apart.
 */
export async function takeFields(
  { db, frame, afterCommit }: Taking,
  before: Pick<PitchRow, 'companyLogo' | 'companyFiles' | 'aboutFile' | 'highlightsFile'> | undefined,
  company: CompanyRow,
  copies: Copies,
  fields: readonly TakenField[],
): Promise<Partial<Omit<NewPitch, 'state'>>> {
  const columns: Partial<NewPitch> = { companyId: company.id }
  const files = { ...before?.companyFiles }
  for (const [field, [column, source]] of Object.entries(takenTexts))
    if (fields.includes(field as TakenField)) columns[column] = company[source]
  for (const field of documentFields.filter(one => fields.includes(one))) {
    const [text, column] = takenDocuments[field]
    const copy = copies[field]
    columns[column] = copy ? { key: copy.key, filename: copy.filename } : null
    delete files[text]
    if (copy) files[text] = { of: copy.of, as: copy.key }
    const old = before?.[column]
    if (old) afterCommit(() => removeDocument(frame, old))
  }
  if (fields.includes('company_logo')) {
    const logo = copies.company_logo
    await dropPicture(db, before?.companyLogo ?? null)
    if (logo) await keepPicture(db, logo.as)
    columns.companyLogo = logo?.as ?? null
    delete files.logo
    if (logo) files.logo = logo
  }
  return { ...columns, companyFiles: files }
}

/** What strangers get of a pitch, by the fields of its form. */
const shownToAll = {
  presentation_name: 'presentationName',
  presenter_name: 'presenterName',
  product_type: 'productType',
  obfuscated_company_name: 'obfuscatedCompanyName',
  obfuscated_description: 'obfuscatedDescription',
} as const satisfies Record<string, keyof PitchRow>

/** Refuses a pitch that hides its company and names it in what everyone gets. Fails with CompanyNamed. */
export function refuseNaming(
  pitch: Partial<Pick<NewPitch, 'companyDisclosure' | 'companyName' | 'companyLegalName' | Shown>>,
): void {
  if ((pitch.companyDisclosure ?? 'everybody') === 'everybody') return
  const names = [pitch.companyName ?? '', pitch.companyLegalName ?? '']
  const named = Object.entries(shownToAll).filter(([, column]) => saysName(pitch[column] ?? '', names))
  if (named.length > 0)
    throw new CallFailed('CompanyNamed', Object.fromEntries(named.map(([field]) => [field, 'CompanyNamed'])))
}
type Shown = (typeof shownToAll)[keyof typeof shownToAll]
