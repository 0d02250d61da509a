import { openRehearsalOf } from '#features/core/pitch/server/rehearsalQueries.ts'
import { deckPart } from '#features/room/deck/apply.ts'
import type { RoomEvent } from '#features/room/room/parts.ts'
import { appendEvent } from '#features/room/room/server/append.ts'
import { roomStateOf } from '#features/room/room/server/queries.ts'
import { rightTime } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import type { Frame } from '#server/frame.ts'
import { fileById } from './queries.ts'
import { announceDeck } from './roomDeck.ts'

const PROGRESS_EVERY_MS = 2000

/** Signals the progress of a conversion to the room every two seconds and at its end; browsers then load the new pages. */
export function progressOf(frame: Frame, fileId: string) {
  let sentAt = rightTime()
  return async (ready: number, pages: number): Promise<void> => {
    if (ready < pages && rightTime() - sentAt < PROGRESS_EVERY_MS) return
    sentAt = rightTime()
    const pitchId = (await fileById(frame.db, fileId))?.pitchId
    if (pitchId) await signalProgress(frame, pitchId, { file_id: fileId, pages_ready: ready, pages })
  }
}

type Progress = { readonly file_id: string; readonly pages_ready: number; readonly pages: number }

/** The progress of a file that a live room does not show goes only to people who manage the pitch. */
async function signalProgress(frame: Frame, pitchId: number, progress: Progress): Promise<void> {
  const rehearsal = await openRehearsalOf(frame.db, pitchId)
  for (const id of rehearsal ? [pitchId, rehearsal.id] : [pitchId]) {
    const { status, deck } = await roomStateOf(frame.db, id, deckPart)
    const isShown = status !== 2 || (deck.files ?? []).some(file => file.id === progress.file_id)
    frame.rooms.signal(id, isShown ? 'everybody' : 'managers', 'deckProgress', progress)
  }
}

/** Announces the deck's number of pages to the room of the file's pitch, if it has one. */
export async function announceToRoom(frame: Frame, id: string): Promise<void> {
  const appended: [number, RoomEvent][] = []
  const pitchId = await frame.db.transaction(async tx => {
    // read again, because a file may get its pitch while it is converted
    const pitchId = (await fileById(tx, id))?.pitchId
    const announce: Context['announce'] = async (to, type, payload) =>
      void appended.push([to, await appendEvent({ db: tx, frame }, to, type, payload, undefined)])
    if (pitchId) await announceDeck({ db: tx, announce }, pitchId)
    return pitchId
  })
  for (const [to, event] of appended) frame.rooms.publish(to, [event])
  if (pitchId) frame.rooms.signal(pitchId, 'managers', 'deckFiles', {})
}
