import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { changePitchState } from '#features/core/pitch/server/state.ts'
import { announceDeck } from '#features/room/deck/server/roomDeck.ts'
import { clearAttendance } from '#features/room/room/server/stays.ts'
import type { Context } from '#server/context.ts'
import { raise } from '#server/occasions.ts'

/**
 * Opens a pitch that is over, so that it can be presented again: everybody who is still in its room sees it as before
 * the start. Its attendance, its captions and the questions that were shown go, for they were those of another run. A reset
 * takes what people said along as well; chat, invitations and commitments are theirs and stay. Undefined when the state
 * forbids it.
 */
export async function reopen(
  context: Pick<Context, 'db' | 'now' | 'announce' | 'frame'>,
  { id }: PitchRow,
  action: 'restart' | 'reset',
): Promise<PitchRow | undefined> {
  const { db, now, announce } = context
  const pitch = await changePitchState(db, { id }, action)
  if (!pitch) return undefined
  await clearAttendance(db, id, now)
  await raise(context, 'pitchReopens', { pitch, action })
  await announce(id, 'pitchReopened', {})
  // what was uploaded during the run before is of the next one
  await announceDeck(context, id)
  return pitch
}
