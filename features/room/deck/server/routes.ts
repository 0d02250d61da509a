import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CallFailed } from '#contract/call.ts'
import { actorOf } from '#features/access/signIn/server/actor.ts'
import { pitchFor } from '#features/core/part/server/access.ts'
import { manages } from '#features/core/pitch/rules.ts'
import { type PageSize, pageSizes } from '#features/room/deck/rules.ts'
import { rightNow } from '#server/clock.ts'
import type { Frame } from '#server/frame.ts'
import { hashOfLocation } from './getPitchFileLocation.ts'
import { seesUpload } from './heldFiles.ts'
import { originalKey, pageKey } from './keys.ts'
import { fileAtLocation, pageByKey } from './locationQueries.ts'
import { serveUploads } from './uploads.ts'

/** The addresses besides calls: pictures of pages, original files, uploads. */
export function serveDecks(app: FastifyInstance, frame: Frame): void {
  app.get<{ Params: { key: string; size: string } }>('/decks/:key/:size', async (request, reply) => {
    const { key, size } = request.params
    if (!/^[\w-]{22}$/.test(key) || !isPageSize(size)) throw new CallFailed('NotFound')
    await sendPage(frame, request, reply, key, size)
  })
  app.get<{ Params: { key: string } }>('/decks/files/:key', async (request, reply) => {
    await sendFile(frame, request, reply, request.params.key)
  })
  serveUploads(app, frame)
}

const isPageSize = (size: string): size is PageSize => (pageSizes as string[]).includes(size)

/** A page's picture, for people who may see its pitch now, or who may see a file without a pitch. */
async function sendPage(frame: Frame, request: FastifyRequest, reply: FastifyReply, key: string, size: PageSize) {
  const page = await pageByKey(frame.db, key)
  const actor = await actorOf(frame, request, page?.pitchUuid ?? undefined)
  if (!actor) throw new CallFailed('NotSignedIn')
  if (!page) throw new CallFailed('NotFound')
  const access = page.pitchUuid ? await pitchFor(frame.db, actor, page.pitchUuid) : undefined
  // the pitch's managers compare its slides with deleted ones, which they could restore
  const may = page.pitchUuid
    ? access?.knows && (page.file.deletedAt === null || manages(access.part))
    : page.file.deletedAt === null && seesUpload(actor, page.file)
  const stored = may ? await frame.storage.read(pageKey(page.fileId, key, size)) : undefined
  if (!stored) throw new CallFailed('NotFound')
  return reply
    .header('cache-control', 'private, max-age=86400, immutable')
    .header('content-length', stored.size)
    .header('x-content-type-options', 'nosniff')
    .type(stored.type)
    .send(stored.stream)
}

/** An original file, always as a download. */
async function sendFile(frame: Frame, request: FastifyRequest, reply: FastifyReply, key: string) {
  const actor = await actorOf(frame, request)
  if (!actor) throw new CallFailed('NotSignedIn')
  const found = await fileAtLocation(frame.db, hashOfLocation(key), actor.accountId, rightNow())
  const access = found && (await pitchFor(frame.db, actor, found.pitchUuid))
  const stored =
    access && manages(access.part) ? await frame.storage.read(originalKey(found.file.id, found.file.type)) : undefined
  if (!found || !stored) throw new CallFailed('NotFound')
  return reply
    .header('cache-control', 'private, no-store')
    .header('content-length', stored.size)
    .header(
      'content-disposition',
      `attachment; filename*=UTF-8''${encodeURIComponent(found.file.name).replace(/['()*]/g, escape)}`,
    )
    .header('x-content-type-options', 'nosniff')
    .type(stored.type)
    .send(stored.stream)
}
