import { writeAudit } from '#features/audit/server/writeAudit.ts'
import { countPages } from '#features/deck/server/queries.ts'
import { attachDeckFiles, receiveDeckFiles, receiveFormFile } from '#features/deck/server/receive.ts'
import { invite, mailStaff } from '#features/invite/server/inviting.ts'
import type { pitchCalls } from '#features/pitch/contract.ts'
import { type Handler, type Preparation, prepares } from '#server/context.ts'
import { checkNewPitch, columnsOf } from './form.ts'
import { insertPitch } from './queries.ts'

/** What can be refused is refused before the deck is taken in, which may take seconds. */
const prepare: Preparation<typeof pitchCalls.createPitchByPresenter> = async ({ frame, actor, input, now }) => {
  checkNewPitch(input, actor.email, now)
  await receiveFormFile(frame, actor, input.file)
}

/** CALL-015 */
export const createPitchByPresenter: Handler<typeof pitchCalls.createPitchByPresenter> = prepares(
  prepare,
  async context => {
    const { input, actor, db, announce } = context
    const files = await receiveDeckFiles(db, actor, { file: input.file, uploadIds: input.upload_ids })

    const pitch = await insertPitch(db, {
      ...columnsOf(input),
      presentationName: input.presentation_name,
      organisationId: actor.organisationId,
      userId: actor.accountId,
      noFile: files.length === 0,
      state: 'scheduled',
    })
    await attachDeckFiles(db, actor, pitch.id, files)
    if (files.length) await announce(pitch.id, 'deckChanged', { pages: await countPages(db, pitch.id) })
    await mailStaff(context, pitch, actor.email, 'appointment')
    if (input.attendees_arr.length) await invite(context, pitch, input.attendees_arr)
    await writeAudit(context, { action: 'pitch.create', subject: pitch.uuid })
    return { id: pitch.id, uuid: pitch.uuid }
  },
)
