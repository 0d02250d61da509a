import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readSettings } from '#app/server/settings.ts'
import { mayConnect } from '#features/room/room/server/sockets/guard.ts'
import { mayJoinVideo } from '#features/room/video/server/admission.ts'
import { type RunningMedia, startMedia } from '#server/media/livekit.ts'
import { passSignalling } from '#server/media/signalling.ts'
import { freePort } from '#server/process/ports.ts'
import { enterVideo } from './enterVideo.ts'
import { liveKit } from './programs.ts'
import { type RoomStack, startRooms } from './startRooms.ts'

export interface VideoStack extends RoomStack {
  readonly media: RunningMedia
  /** A connection to LiveKit with a token, at the console's own address or another one. */
  readonly enter: (token: string, at?: string) => ReturnType<typeof enterVideo>
  /** Disconnects everybody from LiveKit. */
  readonly leaveVideo: () => void
}

/** The real app with real room sockets and a real LiveKit. `shown`: LiveKit as the console should see it. */
export async function startVideo(
  environment: Record<string, string> = {},
  shown = (media: RunningMedia): RunningMedia => media,
): Promise<VideoStack> {
  const path = process.env['PATH']
  process.env['PATH'] = `${dirname(liveKit ?? '')}:${path}`
  const place = { PORT: String(await freePort()), DATA_DIR: await mkdtemp(join(tmpdir(), 'rostrum-video-')) }
  const media = shown(await startMedia(readSettings(place), { log: () => {} }))
  const stack = await startRooms({ ...place, ...environment }, { media })
  passSignalling(stack.app.server as Server, media, {
    mayConnect: request => mayConnect(stack.frame, request),
    mayJoin: token => mayJoinVideo(stack.frame, token),
  })
  const sockets: { terminate(): void }[] = []
  const leaveVideo = () => {
    for (const socket of sockets.splice(0)) socket.terminate()
  }
  return {
    ...stack,
    media,
    leaveVideo,
    enter: async (token, at = `${stack.url}/livekit`) => {
      const one = await enterVideo(at, token)
      sockets.push(one.socket)
      return one
    },
    stop: async () => {
      process.env['PATH'] = path
      leaveVideo()
      await media.stop()
      await stack.stop()
      await rm(place.DATA_DIR, { recursive: true, force: true })
    },
  }
}

/** The claims of a LiveKit token that tests check. */
interface Claims {
  sub: string
  metadata: string
  attributes?: Record<string, string>
  exp: number
  nbf: number
  video: {
    room: string
    canPublish: boolean
    canPublishSources?: string[]
    canPublishData: boolean
    canSubscribe: boolean
    hidden: boolean
  }
}
export const claimsOf = (token: string): Claims =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
