import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { type AnyCall, CallFailed } from '#contract/call.ts'
import { type ErrorCode, errors } from '#contract/errors.ts'
import type { Upload } from '#contract/fields.ts'
import type { Frame } from '#server/frame.ts'

/** The default limit for a file of a multipart call, in bytes; a call can set a lower one (RULE-051). */
export const MAX_FILE_BYTES = 1024 ** 3

interface Body extends AsyncDisposable {
  readonly fields: Record<string, unknown>
}

/** The fields of a request; files of a multipart body stay on the disk until the body is disposed of. */
export async function readBody(request: FastifyRequest, frame: Frame, c: AnyCall): Promise<Body> {
  const nothing = async () => {}
  if (c.method === 'GET')
    return { fields: { ...(request.query as object), ...(request.params as object) }, [Symbol.asyncDispose]: nothing }
  if (!request.isMultipart()) {
    const body = request.body ?? {}
    if (typeof body !== 'object' || Array.isArray(body)) throw new CallFailed('BodyNotReadable')
    return { fields: body as Record<string, unknown>, [Symbol.asyncDispose]: nothing }
  }
  if (c.body !== 'multipart') throw new CallFailed('BodyNotReadable')
  return readMultipart(request, join(frame.settings.dataDir, 'incoming', randomUUID()), c)
}

async function readMultipart(request: FastifyRequest, folder: string, c: AnyCall): Promise<Body> {
  const fields: Record<string, unknown> = Object.create(null)
  const dispose = () => rm(folder, { recursive: true, force: true })
  try {
    const fileSize = c.maxFileBytes ?? MAX_FILE_BYTES
    for await (const part of request.parts({ limits: { fileSize, files: 1, fields: 100 } })) {
      fields[part.fieldname] = part.type === 'file' ? await keep(part, folder, tooLarge(c)) : part.value
    }
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
  return { filename: part.filename, mimetype: part.mimetype, size: part.file.bytesRead, path }
}
