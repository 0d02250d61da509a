import { callers } from '#contract/declare.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { companyToChoose, lockCompanyToChoose } from '#features/core/company/server/choosing.ts'
import { listCompaniesToChoose } from '#features/core/company/server/presenterQueries.ts'
import { type CompanyRow, findCompany } from '#features/core/company/server/queries.ts'
import { managedPitch } from '#features/core/part/server/access.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { type PitchRow, updatePitchRow } from '#features/core/pitch/server/queries.ts'
import { takenFields } from '#features/planning/plan/companyCalls.ts'
import type { planCalls } from '#features/planning/plan/contract.ts'
import { type ContextOf, type Handler, type Preparation, prepares } from '#server/context.ts'
import { lockUnlocked } from './pitchLocks.ts'
import { ownerOf } from './presenting.ts'
import { type Copies, copyFiles, refuseNaming, takeFields, takenDocuments, takenTexts } from './takeOver.ts'

export const getPitchCompanyList: Handler<typeof planCalls.getPitchCompanyList> = async context => {
  const { db, actor, input, fail } = context
  const { uuid, user_id, ...search } = input
  const pitch = uuid ? ((await managedPitch(db, actor, uuid)) ?? fail('PitchNotFound')) : undefined
  const owner = await ownerOf(db, actor, pitch ? undefined : user_id)
  const { organisationId, userId: presenterId } = pitch ?? { ...owner, userId: owner.user_id }
  const own = !actor.roles.some(role => (callers.adminKinds as readonly string[]).includes(role))
  const chooses = own ? actor.accountId : presenterId
  return listCompaniesToChoose(db, { ...search, organisationId, presenterId: chooses, own })
}

export const getPitchCompany: Handler<typeof planCalls.getPitchCompany> = async ({ db, actor, input, fail }) => {
  const { id, uuid } = input
  const pitch = uuid ? ((await managedPitch(db, actor, uuid)) ?? fail('PitchNotFound')) : undefined
  const of = pitch && { organisationId: pitch.organisationId, isChosen: pitch.companyId === id }
  const company = (await companyToChoose(db, actor, id, of)) ?? fail('CompanyNotFound')
  return {
    id,
    company_name: company.companyName,
    legal_name: company.legalName,
    about: company.aboutTheCompany,
    highlights: company.companyHighlights,
    obfuscated_company_name: company.obfuscatedCompanyName,
    obfuscated_description: company.obfuscatedDescription,
  }
}

export const getPitchCompanyDrift = withPitch<typeof planCalls.getPitchCompanyDrift>('manages', async context => {
  const { db, actor, pitch } = context
  const company = pitch.companyId ? await findCompany(db, actor, pitch.companyId) : undefined
  if (!company) return { company: null, differs: [] }
  const differs = takenFields.flatMap(field => differenceOf(field, pitch, company) ?? [])
  return { company: { id: company.id, company_name: company.companyName }, differs }
})

/** What a field is on both sides; undefined when it is the same, or the company says nothing and never did. */
function differenceOf(field: (typeof takenFields)[number], pitch: PitchRow, company: CompanyRow) {
  if (field in takenTexts) {
    const [own, source] = takenTexts[field as keyof typeof takenTexts]
    const differs = company[source] !== '' && company[source] !== pitch[own]
    return differs ? { field, pitch: pitch[own], company: company[source] } : undefined
  }
  const [taken, own, source] = filesOf(field, pitch, company)
  const differs = (taken || source) && (taken?.of !== source?.key || taken?.as !== own?.key)
  return differs ? { field, pitch: own?.filename ?? '', company: source?.filename ?? '' } : undefined
}

function filesOf(field: (typeof takenFields)[number], pitch: PitchRow, company: CompanyRow) {
  const pictureOf = (key: string | null) => key && { key, filename: key }
  if (field === 'company_logo')
    return [pitch.companyFiles?.logo, pictureOf(pitch.companyLogo) || null, pictureOf(company.logo) || null] as const
  const [text, column] = takenDocuments[field as keyof typeof takenDocuments]
  return [pitch.companyFiles?.[text], pitch[column], company[column]] as const
}

type Take = typeof planCalls.takeCompanyOver

const prepare: Preparation<Take, Copies> = async ({ frame, actor, input, fail }) => {
  const pitch = (await managedPitch(frame.db, actor, input.uuid)) ?? fail('PitchNotFound')
  const id = input.company_id ?? pitch.companyId ?? fail('CompanyNotFound')
  const { organisationId } = pitch
  const company = await companyToChoose(frame.db, actor, id, { organisationId, isChosen: id === pitch.companyId })
  return copyFiles(frame, company ?? fail('CompanyNotFound'), pitch.uuid, input.fields)
}

async function takeOver(context: ContextOf<Take> & { pitch: PitchRow }, copies: Copies) {
  const { db, actor, input, fail } = context
  const before = await lockUnlocked(context)
  const { organisationId, uuid: subject } = before
  const id = input.company_id ?? before.companyId ?? fail('CompanyNotFound')
  const company = await lockCompanyToChoose(db, actor, id, { organisationId, isChosen: id === before.companyId })
  const columns = await takeFields(context, before, company, copies, input.fields)
  refuseNaming({ ...before, ...columns })
  await updatePitchRow(db, before.id, columns)
  const detail = { name: before.presentationName, company: company.companyName, fields: input.fields }
  await writeAudit(context, { action: 'pitch.takeCompany', subject, organisationId, detail })
  return {}
}

export const takeCompanyOver = prepares<Take, Copies>(prepare, (context, copies) =>
  withPitch<Take>('manages', one => takeOver(one, copies))(context),
)
