import type { Room } from 'livekit-client'
import type { LiveKit } from './videoNow.ts'

/** How long LiveKit may take to allow what our server has allowed already, in milliseconds. */
const PATIENCE = 6000

interface Asked {
  /** Has the server allow it. */
  readonly admit: () => Promise<unknown>
  /** Whether its person still wants it: they may have ended it, or left, while any of this took its time. */
  readonly isWished: () => boolean
}

/**
 * Sends the screen, with its sound where the browser gives it. The browser's question comes first, since it waits for
 * the click; then `admit` has the server allow it. Whatever fails, nothing of the screen is left running.
 */
export async function sendScreen(room: Room, livekit: LiveKit, { admit, isWished }: Asked): Promise<void> {
  const me = room.localParticipant
  const tracks = await me.createScreenTracks({ audio: true, contentHint: 'detail', systemAudio: 'include' })
  const goOn = () => {
    // as if the browser's question had been closed
    if (!isWished()) throw new DOMException('not wished any more', 'NotAllowedError')
  }
  try {
    goOn()
    await admit()
    goOn()
    await allowed(room, livekit)
    for (const track of tracks) {
      goOn()
      await me.publishTrack(track)
    }
    goOn()
  } catch (failure) {
    for (const track of tracks) track.stop()
    // the picture, when it was its sound that failed
    for (const track of tracks) await me.unpublishTrack(track, true)?.catch(() => {})
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
