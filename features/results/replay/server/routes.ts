import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { CallFailed } from '#contract/call.ts'
import { actorOf } from '#features/access/signIn/server/actor.ts'
import { pitchFor } from '#features/core/part/server/access.ts'
import { headKey, segmentKey } from '#features/room/recording/server/keys.ts'
import type { Frame } from '#server/frame.ts'
import { playlistOf } from './playlist.ts'
import { recordingWithPitch, segmentsBetween, senderOfLine } from './queries.ts'
import { isReleased, type Watched, watchedBy } from './watchRule.ts'

interface Asked {
  readonly recording: string
  readonly line: string
  readonly file: string
}

/** The media of recordings: `h0.mp4`, `s12.m4s`, and `0-12.m3u8` for the segments between two numbers. */
export function serveRecordings(app: FastifyInstance, frame: Frame): void {
  app.get<{ Params: Asked }>('/recordings/:recording/:line/:file', async (request, reply) => {
    const { recording, line, file } = request.params
    const isId = (text: string) => z.uuid().safeParse(text).success
    if (!isId(recording) || !isId(line)) throw new CallFailed('NotFound')
    const watched = await mustSee(frame, request, recording, line)
    const playlist = /^(\d{1,6})-(\d{1,6})\.m3u8$/.exec(file)
    if (playlist) return sendPlaylist(frame, reply, watched, line, Number(playlist[1]), Number(playlist[2]))
    return sendPiece(frame, request, reply, watched, request.params)
  })
}

/**
 * Who may watch is looked up for every segment, so that a recording that was deleted or taken back ends at once. A person of
 * the team may have opened a join link as well: what it does not open may be open to themselves.
 */
async function mustSee(frame: Frame, request: FastifyRequest, id: string, line: string): Promise<Watched> {
  const { db } = frame
  const found = await recordingWithPitch(db, id)
  let isSignedIn = false
  for (const join of [found?.pitchUuid, undefined]) {
    const actor = await actorOf(frame, request, join)
    if (!actor) continue
    isSignedIn = true
    const access = found && (await pitchFor(db, actor, found.pitchUuid))
    const watched = access && (await watchedBy(db, access, id))
    const sender = watched && (await senderOfLine(db, id, line))
    if (watched && sender && (await watched.agreed([sender]))(sender)) return watched
  }
  throw new CallFailed(isSignedIn ? 'NotFound' : 'NotSignedIn')
}

const guarded = (reply: FastifyReply) =>
  reply.header('cache-control', 'private, no-store').header('x-content-type-options', 'nosniff')

async function sendPlaylist(
  frame: Frame,
  reply: FastifyReply,
  { found, released }: Watched,
  line: string,
  first: number,
  last: number,
) {
  const all = await segmentsBetween(frame.db, found.id, line, first, last)
  const segments = all.filter(segment => isReleased(segment, released))
  if (segments.length === 0) throw new CallFailed('NotFound')
  return guarded(reply).type('application/vnd.apple.mpegurl').send(playlistOf(segments))
}

async function sendPiece(
  frame: Frame,
  request: FastifyRequest,
  reply: FastifyReply,
  { released, manages }: Watched,
  { recording, line, file }: Asked,
) {
  const piece = /^(?:h(\d{1,6})\.mp4|s(\d{1,6})\.m4s)$/.exec(file)
  if (!piece) throw new CallFailed('NotFound')
  if (piece[2] && !manages) {
    const [segment] = await segmentsBetween(frame.db, recording, line, Number(piece[2]), Number(piece[2]))
    if (!segment || !isReleased(segment, released)) throw new CallFailed('NotFound')
  }
  const key = piece[1] ? headKey(recording, line, Number(piece[1])) : segmentKey(recording, line, Number(piece[2]))
  const range = /^bytes=(\d{1,12})-(\d{0,12})$/.exec(request.headers.range ?? '')
  const whole = range ? undefined : await frame.storage.read(key)
  if (!range && !whole) throw new CallFailed('NotFound')
  guarded(reply).header('accept-ranges', 'bytes').type('video/mp4')
  if (whole) return reply.header('content-length', whole.size).send(whole.stream)
  return sendRange(frame, reply, key, Number(range?.[1]), range?.[2] ? Number(range[2]) : undefined)
}

async function sendRange(frame: Frame, reply: FastifyReply, key: string, start: number, asked: number | undefined) {
  const first = await frame.storage.read(key)
  if (!first) throw new CallFailed('NotFound')
  first.stream.destroy()
  const end = Math.min(asked ?? first.size - 1, first.size - 1)
  if (start > end) return reply.code(416).header('content-range', `bytes */${first.size}`).send()
  const part = await frame.storage.read(key, { start, end })
  if (!part) throw new CallFailed('NotFound')
  return reply
    .code(206)
    .header('content-range', `bytes ${start}-${end}/${first.size}`)
    .header('content-length', end - start + 1)
    .send(part.stream)
}
