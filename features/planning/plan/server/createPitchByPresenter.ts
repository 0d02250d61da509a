import { CallFailed } from '#contract/call.ts'
import { callers } from '#contract/declare.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { insertPitch } from '#features/core/pitch/server/queries.ts'
import { type DraftRow, removeDraft } from '#features/planning/draft/server/queries.ts'
import { takeDraft } from '#features/planning/draft/server/takeDraft.ts'
import { invite, mailStaff } from '#features/planning/invite/server/inviting.ts'
import type { planCalls } from '#features/planning/plan/contract.ts'
import { holdUploads, letUploadsGo } from '#features/room/deck/server/heldFiles.ts'
import { attachDeckFiles, filesBrought, receiveFile } from '#features/room/deck/server/receive.ts'
import { announceDeck } from '#features/room/deck/server/roomDeck.ts'
import { setGuestMode } from '#features/room/guest/server/setGuestMode.ts'
import { type ContextOf, type Preparation, prepares } from '#server/context.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'
import { presenterAmong } from './assigneeQueries.ts'
import { checkNewPitch, columnsOf } from './form.ts'

type Call = typeof planCalls.createPitchByPresenter

/** Refuses what it can before the deck is stored, which may take seconds. */
const prepare: Preparation<Call, string | undefined> = async ({ frame, actor, input, now }) => {
  const owner = await ownerOf(frame.db, actor, input.user_id)
  checkNewPitch(input, owner.email, now)
  return input.file && receiveFile(frame, actor, input.file)
}

/** CALL-015. Of two devices that send one draft, one creates its pitch. */
export const createPitchByPresenter = prepares<Call, string | undefined>(prepare, async (context, received) => {
  const { input, actor, db } = context
  const owner = await ownerOf(db, actor, input.user_id)
  const draft = input.draft_id && (await takeDraft(db, actor, { id: input.draft_id, version: input.draft_version }))
  const { sender, held } = await broughtWith(context, draft || undefined)
  const files = received ? [...held, received] : held

  const pitch = await insertPitch(db, {
    ...columnsOf(input),
    ...(draft && columnsOfDraft(draft)),
    presentationName: input.presentation_name,
    organisationId: owner.organisationId,
    userId: owner.user_id,
    noFile: files.length === 0,
    state: 'scheduled',
  })
  await attachDeckFiles(db, sender, pitch.id, held)
  if (received) await attachDeckFiles(db, actor, pitch.id, [received])
  if (draft) {
    await letUploadsGo(db, draft.id, draft.uploadIds)
    await removeDraft(db, draft.id)
  }
  if (files.length) await announceDeck(context, pitch.id)
  if (!input.show_names) await setGuestMode(context, pitch, true)
  await mailStaff(context, pitch, owner.email, 'appointment')
  if (input.attendees_arr.length) await invite(context, pitch, input.attendees_arr)
  const { uuid: subject, organisationId } = pitch
  await writeAudit(context, { action: 'pitch.create', subject, organisationId, detail: { owner: owner.user_id } })
  return { id: pitch.id, uuid: pitch.uuid }
})

/** The uploads of the new pitch, and whose they are: those of a draft are its owner's, whoever sends it. */
async function broughtWith({ db, actor, input }: ContextOf<Call>, draft: DraftRow | undefined) {
  if (draft) await holdUploads(db, draft, actor, input.upload_ids)
  const sender = draft ? { accountId: draft.userId, organisationId: draft.organisationId } : actor
  const held = await filesBrought(db, sender, { received: undefined, uploadIds: input.upload_ids })
  return { sender, held }
}

/** [STATE-004] A pitch has the id of its draft, in whose folder the documents of a copy stand. */
const columnsOfDraft = ({ id, documents, companyLogo }: DraftRow) => ({
  uuid: id,
  aboutFile: documents.about ?? null,
  highlightsFile: documents.highlights ?? null,
  dealtermsFile: documents.dealterms ?? null,
  companyLogo,
})
/** [ROUTE-093] The owner of the new pitch: the caller, or the presenter whom an administrator names. */
async function ownerOf(db: Database | Transaction, actor: Actor, userId: string | undefined) {
  const { accountId, email, organisationId } = actor
  if (!userId || userId === accountId) return { user_id: accountId, email, organisationId }
  const administersPitches = actor.roles.some(role => (callers.pitchAdmins as readonly string[]).includes(role))
  if (!administersPitches) throw new CallFailed('NoPermission')
  const found = await presenterAmong(db, actor, userId)
  if (!found) throw new CallFailed('UserNotFound')
  return found
}
