import type { deckCalls } from '#features/room/deck/contract.ts'
import type { Handler } from '#server/context.ts'
import { changeablePitch } from './pitchOf.ts'
import { lockFilesOf, updateFile } from './queries.ts'
import { announceDeck } from './roomDeck.ts'

/** [CALL-064, RULE-053] The last file of a pitch cannot be deleted; two racing deletions are put in a line. */
export const deletePitchFile: Handler<typeof deckCalls.deletePitchFile> = async context => {
  const { db, input, now, fail } = context
  const pitch = await changeablePitch(context)
  // what is shown, or was, is not taken away under those who look at it
  if (pitch.state === 'inProgress') fail('PitchStateForbids')
  const files = await lockFilesOf(db, pitch.id)
  if (!files.some(({ id }) => id === input.file_id)) fail('DeckFileNotFound')
  if (files.length === 1) fail('DeckLastFile')
  await updateFile(db, input.file_id, { deletedAt: now })
  await announceDeck(context, pitch.id)
  return {}
}
