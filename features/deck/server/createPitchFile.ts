import type { deckCalls } from '#features/deck/contract.ts'
import { type Handler, prepares } from '#server/context.ts'
import { changeablePitch, receiveForPitch } from './pitchOf.ts'
import { fileById } from './queries.ts'
import { attachDeckFiles, receiveDeckFiles } from './receive.ts'
import { announceDeck } from './roomDeck.ts'
import { viewOfFile } from './view.ts'

/** CALL-232 */
export const createPitchFile: Handler<typeof deckCalls.createPitchFile> = prepares(receiveForPitch, async context => {
  const { db, actor, input, afterCommit, fail, frame } = context
  const pitch = await changeablePitch(context)
  const uploadIds = input.upload_id ? [input.upload_id] : []
  const [id] = await receiveDeckFiles(db, actor, { file: input.file, uploadIds })
  if (!id) return fail('DeckRequired')
  await attachDeckFiles(db, actor, pitch.id, [id])
  await announceDeck(context, pitch.id)
  // while the pitch is live it is only ready to be shown
  afterCommit(() => frame.rooms.signal(pitch.id, 'managers', 'deckFiles', {}))
  const file = await fileById(db, id)
  return file ? viewOfFile(file) : fail('UploadNotFound')
})
