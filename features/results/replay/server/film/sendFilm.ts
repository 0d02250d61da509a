import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { CallFailed } from '#contract/call.ts'
import { fileNameOf } from '#features/talk/caption/webVtt.ts'
import type { Frame } from '#server/frame.ts'
import { publishedOf } from '../watchRule.ts'
import { whoMay } from '../whoMay.ts'
import { currentFilm } from './current.ts'
import { filmKey } from './queries.ts'

type Asking = FastifyRequest<{ Params: { readonly recording: string; readonly file: string } }>

/** Sends a film, or its sound alone, to whoever may watch at this moment what it shows: `team.mp4`, `attendees.m4a`. */
export async function sendFilm(frame: Frame, request: Asking, reply: FastifyReply) {
  const { recording, file } = request.params
  const [, audience, type] = (/^(team|attendees)\.(mp4|m4a)$/.exec(file) ?? []) as [string?, Audience?, Type?]
  if (!z.uuid().safeParse(recording).success || !audience || !type) throw new CallFailed('NotFound')
  const { row, pitch } = await whoMay(frame, request, recording, async (watched, pitch) => {
    // a file has no watermark
    if ((audience === 'team' || pitch.watermark) && !watched.manages) return undefined
    return frame.db.transaction(async db => {
      const of = audience === 'team' ? watched : await publishedOf(db, pitch, watched.found)
      const row = of && (await currentFilm({ db, frame }, pitch, of, audience))
      return row && { row, pitch }
    })
  })
  const range = /^bytes=(\d{1,14})-(\d{0,14})$/.exec(request.headers.range ?? '')
  const size = type === 'mp4' ? row.bytes : row.soundBytes
  const start = Number(range?.[1] ?? 0)
  const end = Math.min(range?.[2] ? Number(range[2]) : size, size - 1)
  if (start > end) return reply.code(416).header('content-range', `bytes */${size}`).send()
  const stored = await frame.storage.read(filmKey(row, type), { start, end })
  if (!stored) throw new CallFailed('NotFound')
  const name = encodeURIComponent(`${fileNameOf(pitch.presentationName)}.${type}`).replace(/['()*]/g, escape)
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  return reply
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .header('accept-ranges', 'bytes')
    .header('content-length', end - start + 1)
    .header('content-disposition', `attachment; filename*=UTF-8''${name}`)
    .type(type === 'mp4' ? 'video/mp4' : 'audio/mp4')
    .send(stored.stream)
}

type Audience = 'team' | 'attendees'
type Type = 'mp4' | 'm4a'
