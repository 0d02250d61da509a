import { randomUUID } from 'node:crypto'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { companyToChoose, lockCompanyToChoose } from '#features/core/company/server/choosing.ts'
import { looksAfterPitches } from '#features/core/pitch/rules.ts'
import { insertPitch, type NewPitch, type PitchRow } from '#features/core/pitch/server/queries.ts'
import { askForReview } from '#features/planning/approval/server/asking.ts'
import { type DraftRow, findDraft, removeDraft, whoseOf } from '#features/planning/draft/server/queries.ts'
import { takeDraft } from '#features/planning/draft/server/takeDraft.ts'
import { invite, mailStaff } from '#features/planning/invite/server/inviting.ts'
import type { planCalls } from '#features/planning/plan/contract.ts'
import { schedule } from '#features/planning/send/server/scheduling.ts'
import { holdUploads, letUploadsGo } from '#features/room/deck/server/heldFiles.ts'
import { attachDeckFiles, filesBrought, receiveFile } from '#features/room/deck/server/receive.ts'
import { announceDeck } from '#features/room/deck/server/roomDeck.ts'
import { setGuestMode } from '#features/room/guest/server/setGuestMode.ts'
import { type ContextOf, type Preparation, prepares } from '#server/context.ts'
import { checkNewPitch, columnsOf } from './form.ts'
import { checkSeries } from './naming.ts'
import { auditSpotlight } from './pitchLocks.ts'
import { ownerOf } from './presenting.ts'
import { type Copies, copyFiles, refuseNaming, takeFields, takenFiles } from './takeOver.ts'

type Call = typeof planCalls.createPitchByPresenter

/** What was stored for a new pitch before its transaction: the deck, and copies of its company's files. */
interface Received {
  readonly uuid: string
  readonly deck: string | undefined
  readonly copies: Copies
}

/** Refuses what it can before the deck is stored, which may take seconds. */
const prepare: Preparation<Call, Received> = async ({ frame, actor, input, now, fail }) => {
  const owner = await ownerOf(frame.db, actor, input.user_id)
  checkNewPitch(input, owner.email, now)
  // [STATE-004] a pitch has the id of its draft, in whose folder the documents of a copy stand
  const uuid = input.draft_id ?? randomUUID()
  const company = input.company_id && (await companyToChoose(frame.db, actor, input.company_id, owner))
  if (input.company_id && !company) return fail('CompanyNotFound')
  const deck = input.file && (await receiveFile(frame, actor, input.file))
  if (!company) return { uuid, deck, copies: {} }
  const found = input.draft_id && (await findDraft(frame.db, actor, whoseOf(actor), input.draft_id))
  const fields = fieldsBeside(found ? found.draft : undefined, company.id)
  return { uuid, deck, copies: await copyFiles(frame, company, uuid, fields) }
}

/** CALL-015. Of two devices that send one draft, one creates its pitch. */
export const createPitchByPresenter = prepares<Call, Received>(prepare, async (context, { uuid, deck, copies }) => {
  const { input, actor, db, fail } = context
  const owner = await ownerOf(db, actor, input.user_id)
  const columns = columnsOf(input)
  await checkSeries(db, actor, { ...columns, organisationId: owner.organisationId })
  const { draft_id: id, draft_version: version } = input
  const draft = id ? await takeDraft(db, actor, { id, version }) : undefined
  // a draft has what someone chose in it who may
  if (input.spotlight && !looksAfterPitches(actor.roles) && !draft?.form.spotlight) fail('NoPermission')
  const { sender, held } = await broughtWith(context, draft)
  const files = deck ? [...held, deck] : held

  const values: NewPitch = {
    ...columns,
    ...(await companyColumns(context, owner, copies, draft)),
    ...(draft && columnsOfDraft(draft)),
    uuid,
    presentationName: input.presentation_name,
    organisationId: owner.organisationId,
    userId: owner.user_id,
    noFile: files.length === 0,
    mailSlide: input.mail_slide,
    state: 'scheduled',
  }
  refuseNaming(values)
  const pitch = await insertPitch(db, values)
  await attachDeckFiles(db, sender, pitch.id, held)
  if (deck) await attachDeckFiles(db, actor, pitch.id, [deck])
  if (draft) {
    await letUploadsGo(db, draft.id, draft.uploadIds)
    await removeDraft(db, draft.id)
  }
  if (files.length) await announceDeck(context, pitch.id)
  if (!input.show_names) await setGuestMode(context, pitch, true)
  await mailStaff(context, pitch, owner.email, 'appointment')
  await askForReview(context, pitch)
  const invited = await inviteNowOrLater(context, pitch)
  const { uuid: subject, organisationId } = pitch
  await writeAudit(context, { action: 'pitch.create', subject, organisationId, detail: { owner: owner.user_id } })
  if (pitch.spotlight) await auditSpotlight(context, pitch)
  return { id: pitch.id, uuid: pitch.uuid, ...(invited?.waiting && { waiting: invited.waiting }) }
})

/** Invites the people of the form, or plans that. */
async function inviteNowOrLater(context: ContextOf<Call>, pitch: PitchRow) {
  const { input } = context
  if (input.attendees_arr.length === 0) return undefined
  if (!input.send_later) return invite(context, pitch, input.attendees_arr)
  await schedule(context, pitch, input)
  return undefined
}

/**
 * The uploads of the new pitch, and their owner: those of a draft belong to its owner, also when another person submits
 * it.
 */
async function broughtWith({ db, actor, input }: ContextOf<Call>, draft: DraftRow | undefined) {
  if (draft) await holdUploads(db, draft, actor, input.upload_ids)
  const sender = draft ? { accountId: draft.userId, organisationId: draft.organisationId } : actor
  const held = await filesBrought(db, sender, { received: undefined, uploadIds: input.upload_ids })
  return { sender, held }
}

type Brought = Pick<DraftRow, 'companyLogo' | 'documents' | 'copiedCompany'>

/** What is taken of a company beside the texts of the form: nothing of that of a copy, else what the draft has not. */
function fieldsBeside(draft: Brought | undefined, companyId: string) {
  const { companyLogo, documents, copiedCompany } = draft ?? {}
  if (copiedCompany?.companyId === companyId) return []
  const own = { company_logo: companyLogo, about_file: documents?.about, highlights_file: documents?.highlights }
  return takenFiles.filter(field => field === 'legal_name' || !own[field])
}

/**
 * The company that the form names, with its files. A copy has what the pitch that it was made of had; without a company
 * it has its legal name, as long as it has its name.
 */
async function companyColumns(
  context: ContextOf<Call>,
  owner: { organisationId: string },
  copies: Copies,
  draft: DraftRow | undefined,
) {
  const { company_id, company_name } = context.input
  const copied = draft?.copiedCompany
  if (!company_id) return copied?.companyName === company_name ? { companyLegalName: copied.companyLegalName } : {}
  const company = await lockCompanyToChoose(context.db, context.actor, company_id, owner)
  if (copied?.companyId === company.id) {
    const { companyId, companyFiles, companyLegalName } = copied
    return { companyId, companyFiles, companyLegalName }
  }
  return takeFields(context, undefined, company, copies, fieldsBeside(draft, company.id))
}

/** What a draft that is a copy brings. */
const columnsOfDraft = ({ documents, companyLogo }: DraftRow): Partial<NewPitch> => ({
  ...(documents.about && { aboutFile: documents.about }),
  ...(documents.highlights && { highlightsFile: documents.highlights }),
  ...(documents.dealterms && { dealtermsFile: documents.dealterms }),
  ...(companyLogo && { companyLogo }),
})
