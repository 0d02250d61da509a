import { findAccount, readersOf } from '#features/core/account/server/queries.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { isLockedFor } from '#features/core/pitch/rules.ts'
import { updatePitchRow } from '#features/core/pitch/server/queries.ts'
import { lockPitch } from '#features/core/pitch/server/state.ts'
import { previewMail } from '#features/notify/mail/server/queueMail.ts'
import { tell } from '#features/notify/notice/server/tell.ts'
import type { inviteCalls } from '#features/planning/invite/contract.ts'
import { firstSlideKey } from '#features/room/deck/server/queries.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'
import { draftTo, picturesOf } from './draftTo.ts'

/** What stands for the token of a join link, which only an invited person gets. */
export const NO_TOKEN = 'preview'

/** A preview is written to who asks for it. */
export async function previewReader(db: Database | Transaction, { accountId }: Pick<Actor, 'accountId'>) {
  const { email, firstname, lastname } = await findAccount(db, accountId)
  return { email, firstname, lastname, zone: (await readersOf(db, [accountId])).get(accountId)?.zone }
}

export const getInvitationPreview = withPitch<typeof inviteCalls.getInvitationPreview>('manages', async context => {
  const { db, frame, pitch, actor, input } = context
  const person = { ...(await previewReader(db, actor)), language: input.language, isInvited: true }
  const slide = await firstSlideKey(db, pitch.id)
  const pictures = picturesOf(pitch, 'invitation', slide)
  const draft = draftTo(frame.settings, pitch, person, 'invitation', NO_TOKEN, pictures)
  const shown = await previewMail({ db, frame }, { ...draft, kind: 'pitchInvitation' })
  return { ...shown, slide: pitch.mailSlide, has_slide: slide !== undefined }
})

export const updateInvitationSlide = withPitch<typeof inviteCalls.updateInvitationSlide>('manages', async context => {
  const { db, actor, input, fail } = context
  const pitch = await lockPitch(db, context.pitch.id)
  if (pitch.deletedAt) fail('PitchNotFound')
  if (isLockedFor(pitch.isLocked, actor.roles)) fail('PitchLocked')
  await updatePitchRow(db, pitch.id, { mailSlide: input.show })
  const { uuid: subject, organisationId, presentationName: name } = pitch
  await tell(context, {
    audit: { action: 'pitch.invitationSlide', subject, organisationId, detail: { name, show: input.show } },
  })
  return {}
})
