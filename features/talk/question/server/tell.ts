import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { adminsHere, teamOfPitch } from '#features/room/room/server/teamQueries.ts'
import type { Context } from '#server/context.ts'

/** Tells those who look after the room, and whoever asked, to ask again: what is on the desk is nobody else's business. */
export async function tellDesk(
  { db, afterCommit, frame }: Pick<Context, 'db' | 'afterCommit' | 'frame'>,
  pitch: PitchRow,
  askers: readonly string[],
): Promise<void> {
  const desk = [...(await teamOfPitch(db, pitch)), ...(await adminsHere(db, pitch.id))]
  afterCommit(() => {
    frame.rooms.signal(pitch.id, [...new Set(desk)], 'questionsChanged', {})
    const others = [...new Set(askers)].filter(id => !desk.includes(id))
    if (others.length > 0) frame.rooms.signal(pitch.id, others, 'ownQuestionsChanged', {})
  })
}
