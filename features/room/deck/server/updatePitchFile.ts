import type { deckCalls } from '#features/room/deck/contract.ts'
import { type ContextOf, prepares } from '#server/context.ts'
import { enqueueConversion } from './enqueue.ts'
import { changeablePitch, receiveForPitch } from './pitchOf.ts'
import { type CountedFile, fileById, lockFilesOf, setPositions, updateFile } from './queries.ts'
import { attachDeckFiles, filesBrought } from './receive.ts'
import { announceDeck } from './roomDeck.ts'
import { viewOfFile } from './view.ts'

type Call = ContextOf<typeof deckCalls.updatePitchFile>

/** CALL-233: replaces a file, converts it again, or moves it; what is replaced is deleted and can be taken back. */
export const updatePitchFile = prepares<typeof deckCalls.updatePitchFile, string | undefined>(
  receiveForPitch,
  async (context, received) => {
    const { db, actor, input, fail } = context
    const pitch = await changeablePitch(context)
    const isOneMoreTry = input.convert_again && input.position === undefined && !input.file && !input.upload_id
    if (pitch.state === 'inProgress' && !isOneMoreTry) fail('PitchStateForbids')
    const uploadIds = input.upload_id ? [input.upload_id] : []
    const [better] = await filesBrought(db, actor, { received, uploadIds })
    const files = await lockFilesOf(db, pitch.id)
    const file = files.find(({ id }) => id === input.file_id)
    if (!file) return fail('DeckFileNotFound')
    if (better) await replace(context, pitch.id, file, better)
    else if (input.convert_again && file.status === 'failed') await convertAgain(context, file)
    const id = better ?? file.id
    if (input.position !== undefined) await move(context, files, file.id, id, input.position)
    await announceDeck(context, pitch.id)
    const changed = await fileById(db, id)
    return changed ? viewOfFile(changed) : fail('DeckFileNotFound')
  },
)

/** The better file takes the place of the other one, and may have its name. */
async function replace({ db, actor, now }: Call, pitchId: number, file: CountedFile, better: string): Promise<void> {
  await updateFile(db, file.id, { deletedAt: now })
  await attachDeckFiles(db, actor, pitchId, [better])
  await updateFile(db, better, { position: file.position })
}

async function convertAgain({ db }: Call, file: CountedFile): Promise<void> {
  await updateFile(db, file.id, { status: 'waiting', failure: null, run: null, runSeenAt: null })
  await enqueueConversion(db, file.id)
}

async function move(
  { db }: Call,
  files: readonly CountedFile[],
  old: string,
  id: string,
  position: number,
): Promise<void> {
  const others = files.filter(file => file.id !== old).map(file => file.id)
  await setPositions(db, others.toSpliced(position, 0, id))
}
