import { CallFailed } from '#contract/call.ts'
import { looksAfterPitches, RESTORABLE_DAYS } from '#features/core/pitch/rules.ts'
import { tell } from '#features/notify/notice/server/tell.ts'
import type { draftCalls } from '#features/planning/draft/contract.ts'
import { holdUploads, letUploadsGo } from '#features/room/deck/server/heldFiles.ts'
import type { ContextOf, Handler } from '#server/context.ts'
import { detailOf, itemOf } from './answers.ts'
import { formWith } from './form.ts'
import {
  countDrafts,
  type DraftRow,
  findDraft,
  insertDraft,
  listDrafts,
  lockDeletedDraft,
  lockDraft,
  personAmong,
  updateDraft,
  type Whose,
  whoseOf,
} from './queries.ts'

/** The most drafts of a person, deleted ones included: browsers make them by themselves. */
const MOST_DRAFTS = 200

/** @throws {CallFailed} TooManyDrafts */
export async function refuseTooMany(db: ContextOf<typeof draftCalls.copyPitch>['db'], accountId: string) {
  if ((await countDrafts(db, accountId)) >= MOST_DRAFTS) throw new CallFailed('TooManyDrafts')
}

export const createPitchDraftByPresenter: Handler<typeof draftCalls.createPitchDraftByPresenter> = async context => {
  const { input, actor, db, now } = context
  await refuseTooMany(db, actor.accountId)
  const { attendees_arr = [], upload_ids = [], ...given } = input
  const { accountId: userId, organisationId } = actor
  const times = { createdAt: now, updatedAt: now }
  const row = {
    organisationId,
    userId,
    form: formWith({}, await ofKnown(context, given)),
    contacts: attendees_arr,
    updatedBy: userId,
    ...times,
  }
  const draft = await insertDraft(db, row)
  const uploadIds = await holdUploads(db, draft, actor, upload_ids)
  if (uploadIds.length > 0) await updateDraft(db, draft.id, { uploadIds })
  return { id: draft.id, version: draft.version, upload_ids: uploadIds }
}

/** What was given, without the id of a person whom the caller may not see, and without what only pitch admins choose. */
async function ofKnown<T extends { readonly user_id?: string | undefined; readonly spotlight?: boolean | undefined }>(
  { db, actor }: Pick<Change, 'db' | 'actor'>,
  given: T,
): Promise<T> {
  const isUnknown = given.user_id && !(await personAmong(db, actor, given.user_id))
  const known = isUnknown ? { ...given, user_id: '' } : given
  return looksAfterPitches(actor.roles) ? known : { ...known, spotlight: undefined }
}

type Change = Omit<ContextOf<typeof draftCalls.updatePitchDraftByPresenter>, 'fail'> & {
  readonly fail: (code: 'DraftNotFound' | 'DraftChanged') => never
}

/** Of two savings that were made of one version, one is done. */
async function update(context: Change, whose: Whose) {
  const { input, actor, db, now, fail } = context
  const { id, version: seen, attendees_arr, upload_ids, ...given } = input
  const before = (await lockDraft(db, actor, whose, id)) ?? fail('DraftNotFound')
  if (before.version !== seen) fail('DraftChanged')
  const uploadIds = upload_ids ? await holdUploads(db, before, actor, upload_ids) : before.uploadIds
  if (upload_ids) await letUploadsGo(db, id, before.uploadIds, uploadIds)
  const { version } = await updateDraft(db, id, {
    form: formWith(before.form, await ofKnown(context, given)),
    ...(attendees_arr && { contacts: attendees_arr }),
    uploadIds,
    version: seen + 1,
    updatedBy: actor.accountId,
    updatedAt: now,
  })
  // once for each time that another person takes over, because a form is saved many times a minute
  const isOthers = before.userId !== actor.accountId && before.updatedBy !== actor.accountId
  if (isOthers) await tell(context, { audit: deed('pitchDraft.update', before) })
  return { id, version, upload_ids: uploadIds }
}

export const updatePitchDraftByPresenter: Handler<typeof draftCalls.updatePitchDraftByPresenter> = context =>
  update(context, 'own')

export const updatePitchDraftByPitchAdmin: Handler<typeof draftCalls.updatePitchDraftByPitchAdmin> = context =>
  update(context, 'all')

type List = ContextOf<typeof draftCalls.getPitchDraftListForPresenter>

async function list({ db, actor, input }: Pick<List, 'db' | 'actor' | 'input'>, whose: Whose) {
  const { items, total } = await listDrafts(db, actor, whose, input)
  return { items: items.map(itemOf), total }
}

export const getPitchDraftListForPresenter: Handler<typeof draftCalls.getPitchDraftListForPresenter> = context =>
  list(context, 'own')

export const getPitchDraftListAll: Handler<typeof draftCalls.getPitchDraftListAll> = context => list(context, 'all')

type Read = Pick<ContextOf<typeof draftCalls.getPitchDraftForPresenter>, 'db' | 'actor' | 'input'> & {
  readonly fail: (code: 'DraftNotFound') => never
}

async function read({ db, actor, input, fail }: Read, whose: Whose) {
  const found = (await findDraft(db, actor, whose, input.id)) ?? fail('DraftNotFound')
  const { form, userId } = found.draft
  const planned = form.user_id || (userId === actor.accountId ? '' : userId)
  return detailOf(found, planned ? ((await personAmong(db, actor, planned)) ?? null) : null)
}

export const getPitchDraftForPresenter: Handler<typeof draftCalls.getPitchDraftForPresenter> = context =>
  read(context, 'own')

export const getPitchDraftForPitchAdmin: Handler<typeof draftCalls.getPitchDraftForPitchAdmin> = context =>
  read(context, 'all')

export const deletePitchDraft: Handler<typeof draftCalls.deletePitchDraft> = async context => {
  const { input, actor, db, now, enqueue, fail } = context
  const draft = (await lockDraft(db, actor, whoseOf(actor), input.id)) ?? fail('DraftNotFound')
  await updateDraft(db, draft.id, { deletedAt: now })
  const runAt = new Date(now.getTime() + RESTORABLE_DAYS * 86_400_000)
  await enqueue('purgePitchDraft', { draftId: draft.id }, { key: `purgePitchDraft:${draft.id}`, runAt })
  await tell(context, { audit: deed('pitchDraft.delete', draft) })
  return {}
}

export const restorePitchDraft: Handler<typeof draftCalls.restorePitchDraft> = async context => {
  const { input, actor, db, fail } = context
  const draft = (await lockDeletedDraft(db, actor, whoseOf(actor), input.id)) ?? fail('DraftNotFound')
  await updateDraft(db, draft.id, { deletedAt: null })
  await tell(context, { audit: deed('pitchDraft.restore', draft) })
  return {}
}

const deed = (action: string, { id, organisationId, form }: DraftRow) => ({
  action,
  subject: id,
  organisationId,
  detail: { name: form.presentation_name },
})
