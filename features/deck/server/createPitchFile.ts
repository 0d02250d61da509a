import type { deckCalls } from '#features/deck/contract.ts'
import { type Handler, prepares } from '#server/context.ts'
import { changeablePitch, receiveForPitch } from './pitchOf.ts'
import { countPages, fileById } from './queries.ts'
import { attachDeckFiles, receiveDeckFiles } from './receive.ts'
import { viewOfFile } from './view.ts'

/** CALL-232 */
export const createPitchFile: Handler<typeof deckCalls.createPitchFile> = prepares(receiveForPitch, async context => {
  const { db, actor, input, announce, fail } = context
  const pitch = await changeablePitch(context)
  const uploadIds = input.upload_id ? [input.upload_id] : []
  const [id] = await receiveDeckFiles(db, actor, { file: input.file, uploadIds })
  if (!id) return fail('DeckRequired')
  await attachDeckFiles(db, actor, pitch.id, [id])
  await announce(pitch.id, 'deckChanged', { pages: await countPages(db, pitch.id) })
  const file = await fileById(db, id)
  return file ? viewOfFile(file) : fail('UploadNotFound')
})
