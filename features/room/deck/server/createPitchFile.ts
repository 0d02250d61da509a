import type { deckCalls } from '#features/room/deck/contract.ts'
import { freeName } from '#features/room/deck/rules.ts'
import { prepares } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { changeablePitch, receiveForPitch } from './pitchOf.ts'
import { fileById, lockFilesOf, updateFile } from './queries.ts'
import { attachDeckFiles, filesBrought } from './receive.ts'
import { announceDeck } from './roomDeck.ts'
import { viewOfFile } from './view.ts'

/** CALL-232 */
export const createPitchFile = prepares<typeof deckCalls.createPitchFile, string | undefined>(
  receiveForPitch,
  async (context, received) => {
    const { db, actor, input, afterCommit, fail, frame } = context
    const pitch = await changeablePitch(context)
    const uploadIds = input.upload_id ? [input.upload_id] : []
    const [id] = await filesBrought(db, actor, { received, uploadIds })
    if (!id) return fail('DeckRequired')
    // a better deck often has the name of the one that is shown, which has to stay while it is
    if (pitch.state === 'inProgress') await renameBeside(db, pitch.id, id)
    await attachDeckFiles(db, actor, pitch.id, [id])
    await announceDeck(context, pitch.id)
    // while the pitch is live it is only ready to be shown
    afterCommit(() => frame.rooms.signal(pitch.id, 'managers', 'deckFiles', {}))
    const file = await fileById(db, id)
    return file ? viewOfFile(file) : fail('UploadNotFound')
  },
)

async function renameBeside(db: Transaction, pitchId: number, id: string): Promise<void> {
  const names = (await lockFilesOf(db, pitchId)).map(({ name }) => name)
  const file = await fileById(db, id)
  if (file && file.pitchId === null) await updateFile(db, id, { name: freeName(file.name, names) })
}
