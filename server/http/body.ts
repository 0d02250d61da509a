import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { type AnyCall, CallFailed } from '#contract/call.ts'
import type { Upload } from '#contract/fields.ts'
import type { Frame } from '#server/frame.ts'

/** The largest file of a multipart call, in bytes (RULE-051). */
export const MAX_FILE_BYTES = 1024 ** 3

interface Body extends AsyncDisposable {
  readonly fields: Record<string, unknown>
}

/** The fields of a request; files of a multipart body lie on the disk until the body is disposed of. */
export async function readBody(request: FastifyRequest, frame: Frame, c: AnyCall): Promise<Body> {
  const nothing = async () => {}
  if (c.method === 'GET') return { fields: { ...(request.query as object) }, [Symbol.asyncDispose]: nothing }
  if (!request.isMultipart()) {
    const body = request.body ?? {}
    if (typeof body !== 'object' || Array.isArray(body)) throw new CallFailed('BodyNotReadable')
    return { fields: body as Record<string, unknown>, [Symbol.asyncDispose]: nothing }
  }
  if (c.body !== 'multipart') throw new CallFailed('BodyNotReadable')
  return readMultipart(request, join(frame.settings.dataDir, 'incoming', randomUUID()))
}

async function readMultipart(request: FastifyRequest, folder: string): Promise<Body> {
  const fields: Record<string, unknown> = Object.create(null)
  const dispose = () => rm(folder, { recursive: true, force: true })
  try {
    for await (const part of request.parts({ limits: { fileSize: MAX_FILE_BYTES, files: 1, fields: 100 } })) {
      fields[part.fieldname] = part.type === 'file' ? await keep(part, folder) : part.value
    }
  } catch (error) {
    await dispose()
    throw error
  }
  return { fields, [Symbol.asyncDispose]: dispose }
}

async function keep(part: MultipartFile, folder: string): Promise<Upload> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, randomUUID())
  try {
    await pipeline(part.file, createWriteStream(path))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw new CallFailed('StorageFull')
    throw error
  }
  if (part.file.truncated) throw new CallFailed('DeckTooLarge')
  return { filename: part.filename, mimetype: part.mimetype, size: part.file.bytesRead, path }
}
