import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { nameInRoom } from '#features/room/guest/server/veiling.ts'
import type { RoomCore } from '#features/room/room/apply.ts'
import { appendEvent, lockRoom } from '#features/room/room/server/append.ts'
import { roomStateOf } from '#features/room/room/server/queries.ts'
import type { Frame } from '#server/frame.ts'
import { asSaid, type CaptionRow, findCaption, keepCaption } from './queries.ts'
import { translateForReaders } from './translating/translateForReaders.ts'

type Saying = Omit<CaptionRow, 'seq'>

/** Whether what somebody said still belongs into a room: it is live, and they were not sent away. */
const belongs = (room: RoomCore, speakerId: string): boolean => room.status === 2 && !room.removed.includes(speakerId)

/**
 * [PROD-018] What the server itself has heard somebody say, for good or corrected: kept, numbered, sent and translated.
 * What was said in the last moment of a pitch may come after its end, and is dropped.
 */
export async function sayHeard(frame: Frame, pitch: PitchRow, said: Saying): Promise<void> {
  const done = await frame.db.transaction(async tx => {
    if (!belongs(await lockRoom(tx, pitch.id), said.speakerId)) return undefined
    const before = await findCaption(tx, said)
    if (before?.text === said.text && before.language === said.language) return undefined
    const kept = await keepCaption(tx, said)
    return {
      kept,
      event: await appendEvent({ db: tx, frame }, pitch.id, 'captionSaid', { caption: asSaid(kept) }, undefined),
    }
  })
  if (!done) return
  frame.rooms.publish(pitch.id, [done.event])
  void translateForReaders(frame, pitch, done.kept)
}

/** What somebody is still saying, as the server hears it: of the moment, and kept nowhere. */
export async function goOnHeard(frame: Frame, pitch: PitchRow, said: Saying): Promise<void> {
  if (!belongs(await roomStateOf(frame.db, pitch.id), said.speakerId)) return
  const name = await nameInRoom(frame.db, pitch.id, { accountId: said.speakerId, name: said.speakerName })
  frame.rooms.signal(pitch.id, 'everybody', 'captionGoesOn', asSaid({ ...said, speakerName: name }, false))
}
