import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { CallFailed } from '#contract/call.ts'
import type { Frame } from '#server/frame.ts'
import { sendFilm } from './film/sendFilm.ts'
import { type FoundLine, readHead, readSegment } from './media.ts'
import { playlistOf } from './playlist.ts'
import { findLine, segmentsBetween } from './queries.ts'
import { isReleased, type Watched } from './watchRule.ts'
import { whoMay } from './whoMay.ts'

interface Asked {
  readonly recording: string
  readonly line: string
  readonly file: string
}
/** A line of a recording, and what the caller may see of it. */
interface Seen {
  readonly watched: Watched
  readonly line: FoundLine
}

/** The media of recordings: `h0.mp4`, `s12.m4s`, and `0-12.m3u8` for the segments between two numbers. */
export function serveRecordings(app: FastifyInstance, frame: Frame): void {
  app.get<{ Params: Pick<Asked, 'recording' | 'file'> }>('/recordings/:recording/films/:file', (request, reply) =>
    sendFilm(frame, request, reply),
  )
  app.get<{ Params: Asked }>('/recordings/:recording/:line/:file', async (request, reply) => {
    const { recording, line, file } = request.params
    const isId = (text: string) => z.uuid().safeParse(text).success
    if (!isId(recording) || !isId(line)) throw new CallFailed('NotFound')
    const seen = await mustSee(frame, request, recording, line)
    const playlist = /^(\d{1,6})-(\d{1,6})\.m3u8$/.exec(file)
    if (playlist) return sendPlaylist(frame, reply, seen, Number(playlist[1]), Number(playlist[2]))
    const piece = await pieceOf(frame, seen, file)
    if (!piece) throw new CallFailed('NotFound')
    return sendBytes(request, reply, piece)
  })
}

const mustSee = (frame: Frame, request: FastifyRequest, recording: string, line: string): Promise<Seen> =>
  whoMay(frame, request, recording, async watched => {
    const sent = await findLine(frame.db, recording, line)
    return sent && (await watched.agreed([sent.account]))(sent.account) ? { watched, line: sent } : undefined
  })

const guarded = (reply: FastifyReply) =>
  reply.header('cache-control', 'private, no-store').header('x-content-type-options', 'nosniff')

async function sendPlaylist(
  frame: Frame,
  reply: FastifyReply,
  { watched: { found, released }, line }: Seen,
  first: number,
  last: number,
) {
  const all = await segmentsBetween(frame.db, found.id, line.id, first, last)
  const segments = all.filter(segment => isReleased(segment, released))
  if (segments.length === 0) throw new CallFailed('NotFound')
  return guarded(reply).type('application/vnd.apple.mpegurl').send(playlistOf(segments))
}

/** A head, or a segment that the caller may see. */
async function pieceOf({ db, storage }: Frame, { watched, line }: Seen, file: string): Promise<Buffer | undefined> {
  const [, head, number] = /^(?:h(\d{1,6})\.mp4|s(\d{1,6})\.m4s)$/.exec(file) ?? []
  const { id } = watched.found
  if (head) return readHead(storage, id, line.id, Number(head))
  if (!number) return undefined
  const [segment] = await segmentsBetween(db, id, line.id, Number(number), Number(number))
  return segment && isReleased(segment, watched.released) ? readSegment(storage, watched, line, segment) : undefined
}

/** The bytes, or the range of them that is asked for. A segment is a few seconds, so that it fits into memory. */
function sendBytes(request: FastifyRequest, reply: FastifyReply, bytes: Buffer) {
  guarded(reply).header('accept-ranges', 'bytes').type('video/mp4')
  const range = /^bytes=(\d{1,12})-(\d{0,12})$/.exec(request.headers.range ?? '')
  if (!range) return reply.send(bytes)
  const start = Number(range[1])
  const end = Math.min(range[2] ? Number(range[2]) : bytes.length, bytes.length - 1)
  if (start > end) return reply.code(416).header('content-range', `bytes */${bytes.length}`).send()
  reply.code(206).header('content-range', `bytes ${start}-${end}/${bytes.length}`)
  return reply.send(bytes.subarray(start, end + 1))
}
