import { randomBytes } from 'node:crypto'
import { on } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CallFailed } from '#contract/call.ts'
import { callers } from '#contract/declare.ts'
import { actorOf } from '#features/access/signIn/server/actor.ts'
import { deckNameOf } from '#features/room/deck/rules.ts'
import { rightTime } from '#server/clock.ts'
import type { Actor, Frame } from '#server/frame.ts'
import { finishUpload, isFinished, pathOf, removeUpload, uploadsFolder } from './finishUpload.ts'
import { deleteFiles, fileById } from './queries.ts'
import { kindOf, mostBytesOf } from './uploadKinds.ts'
import { insertUpload, type UploadRow, uploadById } from './uploadQueries.ts'
import { withSpaceFor } from './uploadSpace.ts'
import { endWriting, takeTurn } from './uploadTurns.ts'

/** How long an unfinished upload is kept, in milliseconds. */
export const UPLOAD_LIFE_MS = 24 * 3_600_000
const MOST_UNFINISHED = 20
/** A silent connection is closed after this time, in milliseconds; the upload continues with the next one. */
const SILENCE_MS = 60_000

const protocol = { 'tus-resumable': '1.0.0', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
type Request = FastifyRequest<{ Params: { id: string } }>

/**
 * Resumable uploads by tus 1.0 (creation, expiration, termination). Streams go straight to the disk: through the
 * library's web streams 1 GB cost 73 MB of memory. Only the person who began an upload can see, continue or use it.
 */
export function serveUploads(app: FastifyInstance, frame: Frame): void {
  // Fastify must not read the bytes: there may be a gigabyte of them
  app.addContentTypeParser('application/offset+octet-stream', (_request, payload, done) => done(null, payload))
  app.options('/uploads', async (_request, reply) =>
    reply
      .headers({ ...protocol, 'tus-version': '1.0.0', 'tus-extension': 'creation,expiration,termination' })
      .header('tus-max-size', mostBytesOf(frame))
      .status(204)
      .send(),
  )
  app.post('/uploads', (request, reply) => create(frame, request, reply))
  app.head<{ Params: { id: string } }>('/uploads/:id', (request, reply) => tell(frame, request, reply))
  app.patch<{ Params: { id: string } }>('/uploads/:id', (request, reply) => append(frame, request, reply))
  app.delete<{ Params: { id: string } }>('/uploads/:id', (request, reply) => remove(frame, request, reply))
}

async function uploader(frame: Frame, request: FastifyRequest): Promise<Actor> {
  const actor = await actorOf(frame, request)
  if (!actor) throw new CallFailed('NotSignedIn')
  // any role of a person may be a co-host; the pitch decides who may add files to it
  if (!actor.roles.some(role => (callers.people as readonly string[]).includes(role)))
    throw new CallFailed('NotAllowed')
  if (request.method !== 'OPTIONS' && request.headers['tus-resumable'] !== '1.0.0')
    throw new CallFailed('BodyNotReadable')
  return actor
}

async function create(frame: Frame, request: FastifyRequest, reply: FastifyReply) {
  const actor = await uploader(frame, request)
  const size = wholeNumber(request.headers['upload-length'])
  const name = deckNameOf(metadata(request.headers['upload-metadata'])['filename'] ?? '')
  if (size === undefined) throw new CallFailed('BodyNotReadable')
  // [RULE-051, ERR-041] refused before the first byte is sent
  const kind = kindOf(frame, name)
  const refusal = await kind.refusal(frame, { name, size }, actor)
  if (refusal) throw new CallFailed(refusal)
  await mkdir(uploadsFolder(frame), { recursive: true })
  const id = randomBytes(24).toString('base64url')
  const { accountId, organisationId } = actor
  const limits = { unfinished: MOST_UNFINISHED, looseBytes: kind.mostLooseBytes, endings: kind.endings }
  const isBegun = await withSpaceFor(frame, size, async () => {
    if (!(await insertUpload(frame.db, { id, accountId, organisationId, name, size }, limits)))
      throw new CallFailed('TooManyUploads')
    await writeFile(pathOf(frame, id), '', { mode: 0o600 })
  })
  if (!isBegun) throw new CallFailed('StorageFull')
  const expires = new Date(rightTime() + UPLOAD_LIFE_MS).toUTCString()
  return reply
    .headers({ ...protocol, location: `/uploads/${id}`, 'upload-expires': expires })
    .status(201)
    .send()
}

/** The caller's own upload. For another person's upload, fails as if there were none. */
async function ownUpload(frame: Frame, request: Request): Promise<UploadRow> {
  const actor = await uploader(frame, request)
  const { id } = request.params
  const upload = /^[\w-]{32}$/.test(id) ? await uploadById(frame.db, id) : undefined
  if (!upload || upload.accountId !== actor.accountId) throw new CallFailed('UploadNotFound')
  return upload
}

async function offsetOf(frame: Frame, upload: UploadRow): Promise<number> {
  if (isFinished(upload)) return upload.size
  const found = await stat(pathOf(frame, upload.id)).catch(() => undefined)
  if (!found) throw new CallFailed('UploadNotFound')
  return found.size
}

async function tell(frame: Frame, request: Request, reply: FastifyReply) {
  const upload = await ownUpload(frame, request)
  await endWriting(upload.id)
  const offset = await offsetOf(frame, upload)
  // the server crashed after the last byte and before the upload became a file
  if (offset === upload.size) await finishUpload(frame, upload)
  return reply
    .headers({ ...protocol, 'upload-offset': offset, 'upload-length': upload.size })
    .header('upload-metadata', `filename ${Buffer.from(upload.name).toString('base64')}`)
    .status(200)
    .send()
}

async function append(frame: Frame, request: Request, reply: FastifyReply) {
  const upload = await ownUpload(frame, request)
  if (request.headers['content-type'] !== 'application/offset+octet-stream') throw new CallFailed('BodyNotReadable')
  const turn = await takeTurn(upload.id)
  let reached: number
  try {
    const offset = await offsetOf(frame, upload)
    if (wholeNumber(request.headers['upload-offset']) !== offset)
      return reply
        .headers({ ...protocol, 'upload-offset': offset })
        .status(409)
        .send()
    if (Number(request.headers['content-length'] ?? 0) > upload.size - offset)
      throw new CallFailed(kindOf(frame, upload.name).tooLarge)
    reached = offset === upload.size ? offset : await write(frame, request, upload, offset, turn.cut)
  } finally {
    turn.end()
  }
  if (reached === upload.size) await finishUpload(frame, upload)
  return reply
    .headers({ ...protocol, 'upload-offset': reached })
    .status(204)
    .send()
}

/** Appends the request's bytes; answers the offset reached, also when the connection broke. */
async function write(
  frame: Frame,
  request: Request,
  upload: UploadRow,
  start: number,
  cut: AbortController,
): Promise<number> {
  const body = request.body as Readable
  const path = pathOf(frame, upload.id)
  const file = createWriteStream(path, { flags: 'r+', start, highWaterMark: 1024 ** 2 })
  const closed = new AbortController()
  file.once('close', () => closed.abort())
  // null once the connection has broken
  const { socket } = request.raw as { socket: Socket | null }
  socket?.setTimeout(SILENCE_MS, () => cut.abort())
  let left = upload.size - start
  const written = pipeline(
    async function* () {
      for await (const chunk of chunksOf(body, closed.signal)) {
        left -= chunk.length
        if (left < 0) throw new CallFailed(kindOf(frame, upload.name).tooLarge)
        yield chunk
      }
    },
    file,
    { signal: cut.signal },
  )
  try {
    await written
  } catch (error) {
    if (error instanceof CallFailed || (error as NodeJS.ErrnoException).code === 'ENOSPC') throw error
    // the connection broke: the written bytes count, and the sender asks for the offset
    if (!cut.signal.aborted && !request.raw.destroyed) throw error
  } finally {
    socket?.setTimeout(0)
    // reads the rest of the body too, since the sender's next request follows it on this connection
    body.resume()
  }
  return (await stat(path)).size
}

/** The chunks of a stream, which stays open when the reader stops: its connection continues. */
async function* chunksOf(body: Readable, signal: AbortSignal): AsyncGenerator<Buffer> {
  if (body.destroyed) return
  const chunks = on(body, 'data', { close: ['end', 'close'], highWaterMark: 16, signal })
  for await (const [chunk] of chunks) yield chunk
}

async function remove(frame: Frame, request: Request, reply: FastifyReply) {
  const upload = await ownUpload(frame, request)
  await endWriting(upload.id)
  const file = upload.fileId ? await fileById(frame.db, upload.fileId) : undefined
  // a draft lets its file go when it is saved without it
  if (file?.heldFor) return reply.headers(protocol).status(204).send()
  if (file && file.pitchId === null) await deleteFiles(frame.db, [file.id])
  await removeUpload(frame, upload.id)
  if (file && file.pitchId === null) await frame.storage.remove(`decks/${file.id}`)
  return reply.headers(protocol).status(204).send()
}

const wholeNumber = (text: string | string[] | undefined) =>
  typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : undefined

/** Parses tus metadata: names and base64 values, separated by commas. */
function metadata(header: string | string[] | undefined): Record<string, string> {
  const pairs = String(header ?? '')
    .split(',')
    .map(pair => pair.trim().split(' '))
  return Object.fromEntries(pairs.map(([key = '', value = '']) => [key, Buffer.from(value, 'base64').toString('utf8')]))
}
