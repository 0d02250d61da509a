import { CallFailed } from '#contract/call.ts'
import type { Upload } from '#contract/fields.ts'
import { isRehearsal, type PitchAccess, pitchFor } from '#features/core/part/server/access.ts'
import { isLockedFor, manages } from '#features/core/pitch/rules.ts'
import { slidesChanged } from '#features/core/pitch/server/approvalQueries.ts'
import { isHeld } from '#features/core/pitch/server/holdQueries.ts'
import type { deckCalls } from '#features/room/deck/contract.ts'
import { freeName, MAX_DECK_FILES } from '#features/room/deck/rules.ts'
import { type ContextOf, type Handler, prepares } from '#server/context.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Actor, Frame } from '#server/frame.ts'
import { enqueueConversion } from './enqueue.ts'
import { type CountedFile, fileById, lockFilesOf, setPositions, updateFile } from './queries.ts'
import { attachDeckFiles, filesBrought, receiveFile } from './receive.ts'
import { announceDeck } from './roomDeck.ts'
import { viewOfFile } from './view.ts'

interface OnPitch {
  readonly db: Database | Transaction
  readonly actor: Actor
  readonly input: { readonly pitch_uuid: string }
}

/**
 * The pitch whose files the caller may change.
 * @throws {CallFailed} PitchNotFound unless they manage it, PitchLocked, PitchStateForbids once it is over or for a rehearsal
 */
async function changeablePitch({ db, actor, input }: OnPitch): Promise<PitchAccess['pitch']> {
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access || !manages(access.part)) throw new CallFailed('PitchNotFound')
  const { pitch } = access
  if (isRehearsal(pitch)) throw new CallFailed('PitchStateForbids')
  if (isLockedFor(pitch.isLocked, actor.roles)) throw new CallFailed('PitchLocked')
  if (pitch.state === 'processing' || pitch.state === 'over') throw new CallFailed('PitchStateForbids')
  return pitch
}

/** Receives the form's file, after checking that the caller may change the pitch. */
async function receiveForPitch({
  frame,
  actor,
  input,
}: Omit<OnPitch, 'db'> & { frame: Frame; input: { file?: Upload | undefined } }): Promise<string | undefined> {
  if (!input.file) return undefined
  await changeablePitch({ db: frame.db, actor, input })
  return receiveFile(frame, actor, input.file)
}

/** CALL-232: a file added to a live pitch can be shown from then on; the slides on screen stay. */
export const createPitchFile = prepares<typeof deckCalls.createPitchFile, string | undefined>(
  receiveForPitch,
  async (context, received) => {
    const { db, actor, input, afterCommit, fail, frame } = context
    const pitch = await changeablePitch(context)
    const uploadIds = input.upload_id ? [input.upload_id] : []
    const [id] = await filesBrought(db, actor, { received, uploadIds })
    if (!id) return fail('DeckRequired')
    // a revised deck often has the same name as the one on show, which stays until the pitch ends
    if (pitch.state === 'inProgress') await renameBeside(db, pitch.id, id)
    await attachDeckFiles(db, actor, pitch.id, [id])
    await slidesChanged(db, pitch.id)
    await announceDeck(context, pitch.id)
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

/** CALL-233: replaces a file, converts it again, or moves it. A replaced file is deleted and can be restored. */
export const updatePitchFile = prepares<typeof deckCalls.updatePitchFile, string | undefined>(
  receiveForPitch,
  async (context, received) => {
    const { db, actor, input, fail } = context
    const pitch = await changeablePitch(context)
    const onlyConverts = input.convert_again && input.position === undefined && !input.file && !input.upload_id
    if (pitch.state === 'inProgress' && !onlyConverts) fail('PitchStateForbids')
    const uploadIds = input.upload_id ? [input.upload_id] : []
    const [newId] = await filesBrought(db, actor, { received, uploadIds })
    const files = await lockFilesOf(db, pitch.id)
    const file = files.find(({ id }) => id === input.file_id)
    if (!file) return fail('DeckFileNotFound')
    if (newId && (await isHeld(db, pitch.id))) return fail('RecordingHeld')
    if (newId) await replace(context, pitch.id, file, newId)
    else if (input.convert_again && file.status === 'failed') await convertAgain(db, file)
    const id = newId ?? file.id
    if (input.position !== undefined) await move(db, files, file.id, id, input.position)
    await slidesChanged(db, pitch.id)
    await announceDeck(context, pitch.id)
    const changed = await fileById(db, id)
    return changed ? viewOfFile(changed) : fail('DeckFileNotFound')
  },
)

/** The new file takes the position of the other one, and may have its name. */
async function replace(
  { db, actor, now }: ContextOf<typeof deckCalls.updatePitchFile>,
  pitchId: number,
  file: CountedFile,
  newId: string,
): Promise<void> {
  await updateFile(db, file.id, { deletedAt: now })
  await attachDeckFiles(db, actor, pitchId, [newId])
  await updateFile(db, newId, { position: file.position })
}

async function convertAgain(db: Transaction, file: CountedFile): Promise<void> {
  await updateFile(db, file.id, { status: 'waiting', failure: null, run: null, runSeenAt: null })
  await enqueueConversion(db, file.id)
}

async function move(
  db: Transaction,
  files: readonly CountedFile[],
  old: string,
  id: string,
  position: number,
): Promise<void> {
  const others = files.filter(file => file.id !== old).map(file => file.id)
  await setPositions(db, others.toSpliced(position, 0, id))
}

/** [CALL-064, RULE-053] The last file of a pitch cannot be deleted; of two racing deletions the second waits for the first. */
export const deletePitchFile: Handler<typeof deckCalls.deletePitchFile> = async context => {
  const { db, input, now, fail } = context
  const pitch = await changeablePitch(context)
  // the room may be showing it, or return to it
  if (pitch.state === 'inProgress') fail('PitchStateForbids')
  const files = await lockFilesOf(db, pitch.id)
  if (!files.some(({ id }) => id === input.file_id)) fail('DeckFileNotFound')
  if (files.length === 1) fail('DeckLastFile')
  if (await isHeld(db, pitch.id)) fail('RecordingHeld')
  await updateFile(db, input.file_id, { deletedAt: now })
  await slidesChanged(db, pitch.id)
  await announceDeck(context, pitch.id)
  return {}
}

/** Undoes a deletion. A conversion that the deletion stopped starts again. */
export const restorePitchFile: Handler<typeof deckCalls.restorePitchFile> = async context => {
  const { db, input, fail } = context
  const pitch = await changeablePitch(context)
  const files = await lockFilesOf(db, pitch.id)
  const file = await fileById(db, input.file_id)
  if (!file?.deletedAt || file.pitchId !== pitch.id) return fail('DeckFileNotFound')
  if (files.some(({ name }) => name.toLowerCase() === file.name.toLowerCase())) fail('DeckNameTaken')
  if (files.length >= MAX_DECK_FILES) fail('DeckTooManyFiles')
  const isUnfinished = file.status === 'waiting' || file.status === 'converting'
  await updateFile(db, file.id, {
    deletedAt: null,
    ...(isUnfinished ? { status: 'waiting', run: null, runSeenAt: null } : {}),
  })
  if (isUnfinished) await enqueueConversion(db, file.id)
  await slidesChanged(db, pitch.id)
  await announceDeck(context, pitch.id)
  return viewOfFile({ ...file, deletedAt: null })
}
