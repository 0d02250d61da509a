import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setImmediate as turn } from 'node:timers/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type AnyCall, CallFailed } from '#contract/call.ts'
import { type ErrorCode, errors } from '#contract/errors.ts'
import { Upload } from '#contract/fields.ts'
import type { Frame } from '#server/frame.ts'
import { refuseExcess } from '#server/http/json.ts'

/** A refused body up to this size is received and discarded, so that its sender reads the refusal. */
const DISCARDED_BYTES = 2_000_000

/**
 * Admits a request before its body is read. Fails with BodyTooLarge by the announced size; Fastify counts the bytes of a
 * body that announces none.
 */
export async function beforeBody<T>(c: AnyCall, request: FastifyRequest, reply: FastifyReply, admit: () => Promise<T>) {
  const size = Number(request.headers['content-length'])
  try {
    if (c.body === 'form' && size > c.maxBytes) throw new CallFailed('BodyTooLarge')
    return await admit()
  } catch (error) {
    const isEndless = size > DISCARDED_BYTES || request.headers['transfer-encoding'] !== undefined
    if (c.body === 'form' && isEndless) reply.header('connection', 'close')
    throw error
  }
}

interface Body extends AsyncDisposable {
  readonly fields: Record<string, unknown>
}

/** Bytes of fields after which other requests get their turn. */
const LARGE = 64_000

/** The fields of a request; files of a multipart body stay on the disk until the body is disposed of. */
export async function readBody(request: FastifyRequest, frame: Frame, c: AnyCall): Promise<Body> {
  const nothing = async () => {}
  if (c.method === 'GET')
    return { fields: { ...(request.query as object), ...(request.params as object) }, [Symbol.asyncDispose]: nothing }
  if (!request.isMultipart()) {
    const body = request.body ?? {}
    if (typeof body !== 'object' || Array.isArray(body)) throw new CallFailed('BodyNotReadable')
    const fields = body as Record<string, unknown>
    await refuseExcess(c, fields)
    return { fields, [Symbol.asyncDispose]: nothing }
  }
  if (c.body !== 'multipart') throw new CallFailed('BodyNotReadable')
  return readMultipart(request, join(frame.settings.dataDir, 'incoming', randomUUID()), c)
}

/** Whatever is no plain text is a file: a field of type JSON would be parsed before its depth and size are looked at. */
const isPartAFile = (_field: string | undefined, type: string | undefined, filename: string | undefined): boolean =>
  filename !== undefined || (type ?? 'text/plain') !== 'text/plain'

async function readMultipart(request: FastifyRequest, folder: string, c: AnyCall): Promise<Body> {
  const fields: Record<string, unknown> = Object.create(null)
  const dispose = () => rm(folder, { recursive: true, force: true })
  try {
    const limits = {
      fileSize: c.maxFileBytes,
      files: 1,
      fields: 100,
      fieldSize: c.maxBytes,
      fieldNameSize: 100,
      headerPairs: 20,
    }
    let size = 0
    for await (const part of request.parts({ limits, isPartAFile })) {
      fields[part.fieldname] = part.type === 'file' ? await keep(part, folder, tooLarge(c)) : part.value
      if (part.type === 'file') continue
      size += Buffer.byteLength(String(part.value))
      if (size > LARGE) await turn()
      if (part.valueTruncated || part.fieldnameTruncated || size > c.maxBytes) throw new CallFailed('BodyTooLarge')
    }
    await refuseExcess(c, fields)
  } catch (error) {
    await dispose()
    throw error
  }
  return { fields, [Symbol.asyncDispose]: dispose }
}

/** The error that a call declares for a file over its limit. */
const tooLarge = (c: AnyCall): ErrorCode => c.errors.find((code: ErrorCode) => errors[code] === 413) ?? 'BodyTooLarge'

async function keep(part: MultipartFile, folder: string, whenTooLarge: ErrorCode): Promise<Upload> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, randomUUID())
  try {
    await pipeline(part.file, createWriteStream(path))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw new CallFailed('StorageFull')
    throw error
  }
  if (part.file.truncated) throw new CallFailed(whenTooLarge)
  return new Upload({ filename: part.filename ?? '', mimetype: part.mimetype, size: part.file.bytesRead, path })
}
