import type { RoomClient } from '#features/room/room/web/roomClient.ts'
import { storedChoice } from './stageChoice.ts'
import { VideoConnection } from './videoConnection.ts'

const ahead = new Map<string, VideoConnection>()

/** A connection to the video of a pitch. */
const connectionTo = (pitch: string, client: RoomClient) =>
  new VideoConnection(
    {
      pass: () => client.getAgoraToken({ pitch_uuid: pitch }),
      load: () => import('livekit-client'),
      // without locks, assume that another window is open
      alone: async () => {
        const locks = (await navigator.locks?.query())?.held ?? [{}, {}]
        return locks.filter(lock => !('name' in lock) || lock.name === lockOf(pitch)).length < 2
      },
    },
    storedChoice(),
  )

const lockOf = (pitch: string) => `rostrum.video.${pitch}`

/** Tells the other windows of this browser that this one has the video; the returned function ends that. */
export function lockVideo(pitch: string): () => void {
  let release = () => {}
  const released = new Promise<void>(done => {
    release = done
  })
  // an address without TLS has no locks
  void navigator.locks?.request(lockOf(pitch), { mode: 'shared' }, () => released)
  return () => release()
}

/**
 * Connects while a person is still at the door of a live room; nothing is sent or received until they join. Does nothing
 * while another window of this browser has the video, since connecting here would take it from there.
 */
export async function connectAhead(pitch: string, client: RoomClient): Promise<void> {
  const locks = await navigator.locks?.query()
  if (ahead.has(pitch) || locks?.held?.some(({ name }) => name === lockOf(pitch))) return
  const connection = connectionTo(pitch, client)
  ahead.set(pitch, connection)
  void connection.open({ receives: false })
}

/** Begins to receive at the click that joins, so that the pictures arrive while the room is drawn. */
export const receiveNow = (pitch: string): void => ahead.get(pitch)?.receive()

/** Ends a connection that was not taken into the room. */
export function closeAhead(pitch: string): void {
  ahead.get(pitch)?.close()
  ahead.delete(pitch)
}

/** The connection made ahead, once, else a new one. */
export function takeConnection(pitch: string, client: RoomClient): VideoConnection {
  const early = ahead.get(pitch)
  ahead.delete(pitch)
  return early ?? connectionTo(pitch, client)
}
