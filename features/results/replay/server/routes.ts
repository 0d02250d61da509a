import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { CallFailed } from '#contract/call.ts'
import { actorOf } from '#features/access/signIn/server/actor.ts'
import { isManaged, pitchFor } from '#features/core/part/server/access.ts'
import { headKey, segmentKey } from '#features/room/recording/server/keys.ts'
import type { Frame } from '#server/frame.ts'
import { playlistOf } from './playlist.ts'
import { recordingWithPitch, segmentsBetween } from './queries.ts'

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
    await mustSee(frame, request, recording)
    const playlist = /^(\d{1,6})-(\d{1,6})\.m3u8$/.exec(file)
    if (playlist) return sendPlaylist(frame, reply, { recording, line }, Number(playlist[1]), Number(playlist[2]))
    return sendPiece(frame, request, reply, request.params)
  })
}

/** Who may watch is looked up for every segment, so that a recording that was deleted ends at once. */
async function mustSee(frame: Frame, request: FastifyRequest, id: string): Promise<void> {
  const found = await recordingWithPitch(frame.db, id)
  const actor = await actorOf(frame, request, found?.pitchUuid)
  if (!actor) throw new CallFailed('NotSignedIn')
  const access = found && !found.deletedAt ? await pitchFor(frame.db, actor, found.pitchUuid) : undefined
  if (!access || !isManaged(access)) throw new CallFailed('NotFound')
}

const guarded = (reply: FastifyReply) =>
  reply.header('cache-control', 'private, no-store').header('x-content-type-options', 'nosniff')

async function sendPlaylist(
  frame: Frame,
  reply: FastifyReply,
  { recording, line }: Pick<Asked, 'recording' | 'line'>,
  first: number,
  last: number,
) {
  const segments = await segmentsBetween(frame.db, recording, line, first, last)
  if (segments.length === 0) throw new CallFailed('NotFound')
  return guarded(reply).type('application/vnd.apple.mpegurl').send(playlistOf(segments))
}

async function sendPiece(frame: Frame, request: FastifyRequest, reply: FastifyReply, { recording, line, file }: Asked) {
  const piece = /^(?:h(\d{1,6})\.mp4|s(\d{1,6})\.m4s)$/.exec(file)
  if (!piece) throw new CallFailed('NotFound')
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
