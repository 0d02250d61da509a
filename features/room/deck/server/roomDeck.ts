import { openRehearsalOf } from '#features/core/pitch/server/rehearsalQueries.ts'
import { type DeckSlice, deckKey, deckPart, type ShownFile, showsFirst } from '#features/room/deck/apply.ts'
import type { RoomCore } from '#features/room/room/apply.ts'
import { lockRoom } from '#features/room/room/server/append.ts'
import type { Context } from '#server/context.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { type CountedFile, filesOf } from './queries.ts'

type Announcing = Pick<Context, 'db' | 'announce'>

/**
 * The files that a room shows: before the start all files of the pitch; from then on the files with which it began, or to
 * which the presenter has changed, so that an upload changes no page number. A rehearsal follows its pitch.
 */
export async function filesShown(
  db: Database | Transaction,
  pitchId: number,
  { status, rehearsal, deck }: Pick<RoomCore & DeckSlice, 'status' | 'rehearsal' | 'deck'>,
): Promise<CountedFile[]> {
  const files = await filesOf(db, pitchId)
  if (status === 0 || deck.files === null) return files
  const chosen = deck.files.flatMap(({ id }) => files.find(file => file.id === id) ?? [])
  const follows = rehearsal && (showsFirst(deck) || chosen.length < deck.files.length)
  return follows ? files : chosen
}

/** The files and number of pages as room events hold them, without files that could not be converted. */
export function shapeOf(files: readonly CountedFile[]): { files: ShownFile[]; pages: number } {
  const shown = files.filter(file => file.status !== 'failed').map(({ id, pages }) => ({ id, pages: pages ?? 0 }))
  return { files: shown, pages: shown.reduce((sum, file) => sum + file.pages, 0) }
}

const isShape = ({ deck, pages }: DeckSlice, shape: ReturnType<typeof shapeOf>) =>
  pages === shape.pages &&
  deckKey((deck.files ?? []).map(({ id }) => id)) === deckKey(shape.files.map(({ id }) => id)) &&
  (deck.files ?? []).every((file, i) => file.pages === shape.files[i]?.pages)

/** Announces changed slides to a pitch's room and to that of its rehearsal. Unchanged slides cause no event. */
export async function announceDeck({ db, announce }: Announcing, pitchId: number): Promise<void> {
  const rehearsal = await openRehearsalOf(db, pitchId)
  for (const id of rehearsal ? [pitchId, rehearsal.id] : [pitchId]) {
    const room = await lockRoom(db, id, deckPart)
    const shape = shapeOf(await filesShown(db, id, room))
    if (!isShape(room, shape)) await announce(id, 'deckChanged', shape)
  }
}
