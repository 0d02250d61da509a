import { pitchFor } from '#features/core/part/server/access.ts'
import { deckPart } from '#features/room/deck/apply.ts'
import type { deckCalls } from '#features/room/deck/contract.ts'
import { deckStatus } from '#features/room/deck/rules.ts'
import { roomStateOf } from '#features/room/room/server/queries.ts'
import type { Handler } from '#server/context.ts'
import { filesOf } from './queries.ts'
import { filesShown } from './roomDeck.ts'
import { viewOfPages } from './view.ts'

/** CALL-051 */
export const sgGetPitchPagesData: Handler<typeof deckCalls.sgGetPitchPagesData> = async ({
  db,
  actor,
  input,
  fail,
}) => {
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  const { pitch, part } = access
  const room = await roomStateOf(db, pitch.id, deckPart)
  // what came of a pitch is of all its files; whoever attended has seen those that were shown
  const isResult = room.status === 3 && part !== 'attendee'
  const files = isResult ? await filesOf(db, pitch.id) : await filesShown(db, pitch.id, room)
  return { status: deckStatus(files), ...(await viewOfPages(db, files)), deck: room.deck.number }
}
