import { execFileSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  EgressInfo,
  EgressStatus,
  ListEgressRequest,
  ListEgressResponse,
  ListParticipantsResponse,
  ListRoomsResponse,
  ParticipantEgressRequest,
  ParticipantInfo,
  Room,
  RoomParticipantIdentity,
  type S3Upload,
  SegmentsInfo,
  StopEgressRequest,
  TrackInfo,
  type TrackSource,
} from '@livekit/protocol'
import { AccessToken, TokenVerifier } from 'livekit-server-sdk'
import { openS3Storage } from '#server/storage/s3.ts'

const keys = { apiKey: 'egress-key', apiSecret: 'e'.repeat(43) }
/** Milliseconds of a segment: shorter than those of Egress, for tests. */
const SEGMENT = 1000

/** One recording: what was asked for, and what became of it. */
interface Recorded {
  readonly request: ParticipantEgressRequest
  readonly info: EgressInfo
  stop(status?: EgressStatus): Promise<void>
}

/** The segments of a moving picture and a tone, as Egress codes them: H.264 baseline and AAC in a transport stream. */
async function segmentsOf(count: number): Promise<Buffer[]> {
  const folder = await mkdtemp(join(tmpdir(), 'egress-source-'))
  const input = (source: string) => ['-f', 'lavfi', '-t', String(count), '-i', source]
  execFileSync('ffmpeg', [
    ...['-v', 'error', ...input('testsrc=size=320x180:rate=15'), ...input('sine=frequency=440:sample_rate=48000')],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-profile:v', 'baseline', '-g', '15'],
    ...['-c:a', 'aac', '-ac', '2', '-f', 'hls', '-hls_time', '1', '-hls_list_size', '0'],
    ...['-hls_segment_filename', join(folder, 's_%05d.ts'), join(folder, 'list.m3u8')],
  ])
  const names = (await readdir(folder)).filter(name => name.endsWith('.ts')).toSorted()
  const segments = await Promise.all(names.map(name => readFile(join(folder, name))))
  await rm(folder, { recursive: true })
  return segments
}

/**
 * A LiveKit server with an Egress, as far as recording by it goes: its documented Twirp API as JSON, with the grants of
 * its tokens checked, its webhooks signed, and segments in a folder or an S3 store. `room` is who is in every room.
 */
export async function startEgressServer() {
  const segments = await segmentsOf(30)
  const all = new Map<string, Recorded>()
  const verifier = new TokenVerifier(keys.apiKey, keys.apiSecret)
  const state = {
    room: [] as ParticipantInfo[],
    /** The names of its rooms. */
    rooms: [] as string[],
    /** Who was removed from a room. */
    removed: [] as string[],
    /** How starts are answered: refused as by a LiveKit without an Egress, or not at all. */
    starts: 'well' as 'well' | 'refused' | 'silent',
    /** Whether it says what it records. */
    lists: true,
    /** Milliseconds by which its clock is ahead of ours. */
    ahead: 0,
    /** Whether its playlists say when a segment began. */
    dates: true,
    /** Whether a stopped recording ends. */
    ends: true,
    /** How it answers that a recording is to stop. */
    stops: 'well' as 'well' | 'refused',
    /** Recordings that write nothing any more, by their ids. */
    dead: [] as string[],
  }

  const begin = (request: ParticipantEgressRequest): EgressInfo => {
    const now = () => BigInt(Date.now() + state.ahead) * 1_000_000n
    const info = new EgressInfo({
      ...{ egressId: `EG_${randomUUID()}`, roomName: request.roomName, status: EgressStatus.EGRESS_STARTING },
      ...{ startedAt: now(), request: { case: 'participant', value: request } },
    })
    const [output] = request.segmentOutputs
    const folder = dirname(output?.playlistName ?? '')
    const put = writerTo(output?.output.case === 's3' ? output.output.value : undefined)
    let playlist =
      '#EXTM3U\n#EXT-X-VERSION:4\n#EXT-X-PLAYLIST-TYPE:EVENT\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:0\n'
    let [number, began] = [0, Date.now()]
    info.status = EgressStatus.EGRESS_ACTIVE
    info.segmentResults = [new SegmentsInfo({ playlistName: output?.playlistName ?? '', startedAt: now() })]
    let writing = Promise.resolve()
    const write = async () => {
      if (state.dead.includes(info.egressId)) return
      const name = `${output?.filenamePrefix.split('/').at(-1)}_${String(number).padStart(5, '0')}.ts`
      const at = new Date(began + state.ahead).toISOString()
      await put(`${folder}/${name}`, segments[number % segments.length] ?? Buffer.alloc(0))
      if (state.dates) playlist += `#EXT-X-PROGRAM-DATE-TIME:${at}\n`
      playlist += `#EXTINF:1.000,\n${name}\n`
      await put(output?.playlistName ?? '', Buffer.from(playlist))
      ;[number, began] = [number + 1, began + SEGMENT]
    }
    const timer = setInterval(() => {
      writing = writing.then(write).catch(() => {})
    }, SEGMENT)
    const stop = async (status = EgressStatus.EGRESS_COMPLETE) => {
      clearInterval(timer)
      await writing
      playlist += '#EXT-X-ENDLIST\n'
      if (status === EgressStatus.EGRESS_COMPLETE) await put(output?.playlistName ?? '', Buffer.from(playlist))
      info.status = status
      if (status === EgressStatus.EGRESS_FAILED) info.error = 'the encoder failed'
      await report(request, info)
    }
    all.set(info.egressId, { request, info, stop })
    return info
  }

  const answers: Record<string, (body: unknown) => Promise<unknown> | unknown> = {
    'RoomService/CreateRoom': () => new Room({ name: 'room' }).toJson(),
    'RoomService/ListRooms': () =>
      new ListRoomsResponse({ rooms: state.rooms.map(name => new Room({ name })) }).toJson(),
    'RoomService/RemoveParticipant': body => {
      state.removed.push(RoomParticipantIdentity.fromJson(body as never, { ignoreUnknownFields: true }).identity)
    },
    'RoomService/ListParticipants': () => new ListParticipantsResponse({ participants: state.room }).toJson(),
    'Egress/StartParticipantEgress': async body => {
      if (state.starts === 'silent') return new Promise(() => {})
      if (state.starts === 'refused') throw { status: 503, code: 'unavailable', msg: 'no response from servers' }
      return begin(ParticipantEgressRequest.fromJson(body as never)).toJson()
    },
    'Egress/ListEgress': body => {
      if (!state.lists) throw { status: 503, code: 'unavailable', msg: 'no response from servers' }
      const { roomName, active } = ListEgressRequest.fromJson(body as never)
      const items = [...all.values()].map(({ info }) => info).filter(info => !roomName || info.roomName === roomName)
      const isGoing = ({ status }: EgressInfo) => status <= EgressStatus.EGRESS_ENDING
      return new ListEgressResponse({ items: active ? items.filter(isGoing) : items }).toJson()
    },
    'Egress/StopEgress': async body => {
      const { egressId } = StopEgressRequest.fromJson(body as never)
      const recorded = all.get(egressId)
      if (state.stops === 'refused') throw { status: 503, code: 'unavailable', msg: 'no response from servers' }
      if (!recorded) throw { status: 404, code: 'not_found', msg: 'egress not found' }
      if (recorded.info.status > EgressStatus.EGRESS_ENDING)
        throw { status: 412, code: 'failed_precondition', msg: 'egress has ended' }
      recorded.info.status = EgressStatus.EGRESS_ENDING
      if (state.ends) void recorded.stop()
      return recorded.info.toJson()
    },
  }

  const server = createServer(async (request, response) => {
    const call = (request.url ?? '').replace('/twirp/livekit.', '')
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    try {
      const token = await verifier.verify((request.headers.authorization ?? '').replace('Bearer ', ''))
      if (call.startsWith('Egress/') && token.video?.roomRecord !== true) throw new Error('no grant')
    } catch {
      return send(401, { code: 'unauthenticated', msg: 'invalid token' })
    }
    const body = JSON.parse((await textOf(request)) || '{}')
    try {
      send(200, (await answers[call]?.(body)) ?? {})
    } catch (error) {
      const {
        status = 500,
        code = 'internal',
        msg = String(error),
      } = error as { status?: number; code?: string; msg?: string }
      send(status, { code, msg })
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    state,
    url,
    /** LiveKit as the console sees it. */
    media: {
      url: url.replace('http', 'ws'),
      httpUrl: url,
      ...keys,
      status: () => 'ok' as const,
      ready: async () => true,
    },
    all: () => [...all.values()],
    going: () => [...all.values()].filter(({ info }) => info.status === EgressStatus.EGRESS_ACTIVE),
    /** A recording that somebody has begun. */
    begin,
    stop: async () => {
      for (const { stop, info } of all.values()) if (info.status <= EgressStatus.EGRESS_ENDING) await stop()
      await new Promise<void>(resolve => server.close(() => resolve()).closeAllConnections())
    },
  }
}

/** A participant who sends from these sources, some of them muted. */
export const participant = (identity: string, sources: readonly TrackSource[], muted: readonly TrackSource[] = []) =>
  new ParticipantInfo({
    identity,
    tracks: sources.map(source => new TrackInfo({ sid: `TR_${source}`, source, muted: muted.includes(source) })),
  })

function writerTo(s3: S3Upload | undefined): (path: string, bytes: Buffer) => Promise<void> {
  if (!s3)
    return async (path, bytes) => {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, bytes)
    }
  const { endpoint, region, bucket, accessKey, secret } = s3
  const storage = openS3Storage({ endpoint, region, bucket, accessKeyId: accessKey, secretAccessKey: secret })
  return (path, bytes) => storage.put(path, bytes)
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** Says that a recording has ended, signed as LiveKit signs. */
async function report({ webhooks }: ParticipantEgressRequest, info: EgressInfo): Promise<void> {
  const body = JSON.stringify({ event: 'egress_ended', id: randomUUID(), egressInfo: info.toJson() })
  for (const { url } of webhooks)
    await fetch(url, { method: 'POST', body, headers: await signed(body) }).catch(() => {})
}

/** The headers of a webhook with this body. */
export async function signed(body: string, { apiKey, apiSecret } = keys): Promise<Record<string, string>> {
  const token = new AccessToken(apiKey, apiSecret, { ttl: 60 })
  token.sha256 = createHash('sha256').update(body).digest('base64')
  return { 'content-type': 'application/webhook+json', authorization: await token.toJwt() }
}
