import type { PitchRow } from '#features/core/part/server/access.ts'
import { changePitchState } from '#features/core/pitch/server/state.ts'
import { prolongLinks } from '#features/planning/invite/server/linkQueries.ts'
import { linkExpiry } from '#features/planning/invite/server/links.ts'
import { removeFeedback, removeSessionRatings } from '#features/results/feedback/server/queries.ts'
import { announceDeck } from '#features/room/deck/server/roomDeck.ts'
import { clearAttendance } from '#features/room/room/server/stays.ts'
import { emptyRunBefore } from '#features/room/room/server/storedEvents.ts'
import { clearCaptions } from '#features/talk/caption/server/queries.ts'
import { resetPolls } from '#features/talk/poll/server/queries.ts'
import { removeQuestions } from '#features/talk/question/server/queries.ts'
import type { Context } from '#server/context.ts'

/**
 * Opens a pitch that is over, so that it can be presented again: everybody who is still in its room sees it as before
 * the start. Its attendance, its captions and the questions that were shown go, for they were those of another run. A reset
 * takes what people said along as well; chat, invitations and commitments are theirs and stay. Undefined when the state
 * forbids it.
 */
export async function reopen(
  { db, now, announce }: Pick<Context, 'db' | 'now' | 'announce'>,
  { id }: PitchRow,
  action: 'restart' | 'reset',
): Promise<PitchRow | undefined> {
  const pitch = await changePitchState(db, { id }, action)
  if (!pitch) return undefined
  await clearAttendance(db, id, now)
  await clearCaptions(db, id)
  await emptyRunBefore(db, id)
  if (action === 'reset') {
    await removeFeedback(db, id)
    await resetPolls(db, id)
    await removeQuestions(db, id)
    await removeSessionRatings(db, id)
  }
  await prolongLinks(db, id, linkExpiry(pitch, now), now)
  await announce(id, 'pitchReopened', {})
  // what was uploaded during the run before is of the next one
  await announceDeck({ db, announce }, id)
  return pitch
}
