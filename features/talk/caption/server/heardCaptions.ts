import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { nameInRoom } from '#features/room/guest/server/veiling.ts'
import type { RoomCore } from '#features/room/room/apply.ts'
import { appendEvent, lockRoom } from '#features/room/room/server/append.ts'
import { roomStateOf } from '#features/room/room/server/queries.ts'
import type { Frame } from '#server/frame.ts'
import { asSaid, type CaptionRow, findCaption, keepCaption } from './queries.ts'
import { translateForReaders } from './translating/translateForReaders.ts'

type Heard = Omit<CaptionRow, 'seq'>

/** Whether a caption still belongs in a room: the pitch is live, and the speaker was not removed. */
const belongs = (room: RoomCore, speakerId: string): boolean => room.status === 2 && !room.removed.includes(speakerId)

/**
 * [PROD-018] Stores, announces and translates a final caption that the server has recognized, or its correction.
 * Captions that arrive after the end of the pitch are dropped.
 */
export async function publishHeard(frame: Frame, pitch: PitchRow, said: Heard): Promise<void> {
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

/** Signals a caption that is still being spoken. It is not stored. */
export async function signalHeard(frame: Frame, pitch: PitchRow, said: Heard): Promise<void> {
  if (!belongs(await roomStateOf(frame.db, pitch.id), said.speakerId)) return
  const name = await nameInRoom(frame.db, pitch.id, { accountId: said.speakerId, name: said.speakerName })
  frame.rooms.signal(pitch.id, 'everybody', 'captionGoesOn', asSaid({ ...said, speakerName: name }, false))
}
