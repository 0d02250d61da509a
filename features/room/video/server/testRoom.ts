import { randomUUID } from 'node:crypto'
import { AccessToken, RoomServiceClient, TrackSource } from 'livekit-server-sdk'
import { unlessGone } from '#features/room/media/server/videoRoom.ts'
import type { Media } from '#server/media/livekit.ts'

/** Seconds: how long a test's token admits to its room, and when that room ends. */
const LIFE = 60
const ENDS = 120

const testName = /^test-[0-9a-f-]{36}$/
/** Whether a LiveKit room is one for the test of a connection. */
export const isTestRoom = (room: string): boolean => testName.test(room)

/**
 * A LiveKit room with a single participant, for a connection test without a pitch. The limits keep it from being used as
 * a free video server.
 */
export async function openTestRoom({
  apiKey,
  apiSecret,
  httpUrl,
  url,
}: Media): Promise<{ url: string; token: string }> {
  const room = `test-${randomUUID()}`
  const service = new RoomServiceClient(httpUrl, apiKey, apiSecret, { requestTimeout: 5 })
  await service.createRoom({ name: room, emptyTimeout: LIFE, departureTimeout: 10, maxParticipants: 1 })
  setTimeout(
    () =>
      void service
        .deleteRoom(room)
        .catch(unlessGone)
        .catch(() => {}),
    ENDS * 1000,
  ).unref()
  const token = new AccessToken(apiKey, apiSecret, { identity: randomUUID(), ttl: LIFE })
  token.addGrant({
    room,
    roomJoin: true,
    canPublish: true,
    canPublishSources: [TrackSource.CAMERA],
    canSubscribe: false,
    canPublishData: false,
    canUpdateOwnMetadata: false,
  })
  return { url, token: await token.toJwt() }
}
