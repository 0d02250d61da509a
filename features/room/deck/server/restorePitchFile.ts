import type { deckCalls } from '#features/room/deck/contract.ts'
import { MAX_DECK_FILES } from '#features/room/deck/rules.ts'
import type { Handler } from '#server/context.ts'
import { enqueueConversion } from './enqueue.ts'
import { changeablePitch } from './pitchOf.ts'
import { fileById, lockFilesOf, updateFile } from './queries.ts'
import { announceDeck } from './roomDeck.ts'
import { viewOfFile } from './view.ts'

/** Takes a deletion back. A conversion that the deletion stopped begins anew. */
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
  await announceDeck(context, pitch.id)
  return viewOfFile({ ...file, deletedAt: null })
}
