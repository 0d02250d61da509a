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
      // where windows know nothing of each other, another one may well be there
      alone: async () => {
        const held = (await navigator.locks?.query())?.held ?? [{}, {}]
        return held.filter(lock => !('name' in lock) || lock.name === lockOf(pitch)).length < 2
      },
    },
    storedChoice(),
  )

const lockOf = (pitch: string) => `rostrum.video.${pitch}`

/** Tells the other windows of this browser that the video is here, until the answer is called. */
export function holdVideo(pitch: string): () => void {
  let release = () => {}
  const held = new Promise<void>(done => {
    release = done
  })
  // without locks, as on an address without TLS, the windows know nothing of each other
  void navigator.locks?.request(lockOf(pitch), { mode: 'shared' }, () => held)
  return () => release()
}

/**
 * Connects while people are still in front of a live room. Nothing is sent or received until they join. Not while
 * another window of this browser has the video: a person is in it once, and would lose it there.
 */
export async function connectAhead(pitch: string, client: RoomClient): Promise<void> {
  const locks = await navigator.locks?.query()
  if (ahead.has(pitch) || locks?.held?.some(({ name }) => name === lockOf(pitch))) return
  const connection = connectionTo(pitch, client)
  ahead.set(pitch, connection)
  void connection.open({ receives: false })
}

/** Begins to receive, for those who have just clicked: the pictures come while the room is drawn. */
export const receiveNow = (pitch: string): void => ahead.get(pitch)?.receive()

/** Ends a connection that nobody took into the room. */
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
