import type { Room } from 'livekit-client'
import type { LiveKit } from './videoNow.ts'

/** How long LiveKit may take to allow what our server has allowed already, in milliseconds. */
const PATIENCE = 6000

/**
 * Sends the screen, with its sound where the browser gives it. The browser's question comes first, since it waits for
 * the click; then `admit` has the server allow it. Whatever fails, nothing of the screen is left running.
 */
export async function sendScreen(room: Room, livekit: LiveKit, admit: () => Promise<unknown>): Promise<void> {
  const me = room.localParticipant
  const tracks = await me.createScreenTracks({ audio: true, contentHint: 'detail', systemAudio: 'include' })
  try {
    await admit()
    await allowed(room, livekit)
    for (const track of tracks) await me.publishTrack(track)
  } catch (failure) {
    for (const track of tracks) track.stop()
    throw failure
  }
}

/** Resolves once LiveKit lets this person send a screen. */
function allowed(room: Room, { RoomEvent }: LiveKit): Promise<void> {
  const isAllowed = () => (room.localParticipant.permissions?.canPublishSources as number[] | undefined)?.includes(3)
  if (isAllowed()) return Promise.resolve()
  return new Promise((done, fail) => {
    const look = () => {
      if (isAllowed()) end(done)
    }
    const timer = setTimeout(() => end(() => fail(new Error('LiveKit allows no screen'))), PATIENCE)
    const end = (then: () => void) => {
      clearTimeout(timer)
      room.off(RoomEvent.ParticipantPermissionsChanged, look)
      then()
    }
    room.on(RoomEvent.ParticipantPermissionsChanged, look)
  })
}
