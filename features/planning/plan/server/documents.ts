import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CallFailed } from '#contract/call.ts'
import type { Upload } from '#contract/fields.ts'
import { actorOf } from '#features/access/signIn/server/actor.ts'
import { pitchFor } from '#features/core/part/server/access.ts'
import { type CompanyText, companyTexts, MAX_DOCUMENT_BYTES, type PitchDocument } from '#features/core/pitch/rules.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { contentFailures } from '#features/room/deck/rules.ts'
import { DeckRefused } from '#features/room/deck/server/check/refused.ts'
import { withChecked } from '#features/room/deck/server/checked.ts'
import type { Frame } from '#server/frame.ts'
import { putForCall } from '#server/storage/forCall.ts'
import type { Sender } from '#server/turns.ts'
import { isUuid } from '#server/uuid.ts'

/** The column of each text's document. */
export const documentColumns = {
  about: 'aboutFile',
  highlights: 'highlightsFile',
  dealterms: 'dealtermsFile',
} as const satisfies Record<CompanyText, keyof PitchRow>

/** [ENT-007] A document on the wire. Its address changes with its content, so browsers may cache it. */
export function documentOf(pitch: PitchRow, text: CompanyText): { url: string; filename: string } | null {
  const document = pitch[documentColumns[text]]
  if (!document) return null
  return { url: `/pitch-documents/${pitch.uuid}/${text}/${idOf(document)}`, filename: document.filename }
}

/** The part of a document's key that its address has. */
export const idOf = ({ key }: PitchDocument) => key.replace(/^.*\/|\.pdf$/g, '')

/**
 * Stores a PDF in a folder of the storage before any row refers to it, in the preparation of a call.
 * @throws {CallFailed} with the reason for refusing it
 */
export async function storeDocument(
  frame: Frame,
  sender: Sender,
  folder: string,
  file: Upload,
): Promise<PitchDocument> {
  if (file.size > MAX_DOCUMENT_BYTES) throw new CallFailed('DocumentTooLarge', { file: 'tooLarge' })
  const type = await withChecked(frame, sender, file.path, async checked => checked.type).catch(error => {
    if (!(error instanceof DeckRefused)) throw error
    if (error.failure === 'DeckTooManyFailures') throw new CallFailed(error.failure)
    // a file that is no PDF may be refused for its content as a deck, for example for its macros
    throw new CallFailed(contentFailures.find(code => code === error.failure) ?? 'DocumentTypeNotAllowed')
  })
  if (type !== 'pdf') throw new CallFailed('DocumentTypeNotAllowed', { file: 'type' })
  const key = `${folder}/${randomBytes(16).toString('base64url').replace(/^-/, '_')}.pdf`
  await putForCall(frame.storage, key, { file: file.path })
  return { key, filename: nameOf(file.filename) }
}

/** The given file name without a path, ending in `.pdf`. */
function nameOf(given: string): string {
  const name =
    given
      .replace(/^.*[\\/]/s, '')
      .replace(/\p{Cc}/gu, '')
      .trim()
      .slice(0, 200) || 'document'
  return /\.pdf$/i.test(name) ? name : `${name}.pdf`
}

/** Serves documents as downloads to callers who may see the pitch. */
export function serveDocuments(app: FastifyInstance, frame: Frame): void {
  type Params = { uuid: string; text: string; id: string }
  app.get<{ Params: Params }>('/pitch-documents/:uuid/:text/:id', (request, reply) =>
    sendDocument(frame, request, reply, request.params),
  )
}

async function sendDocument(
  frame: Frame,
  request: FastifyRequest,
  reply: FastifyReply,
  { uuid, text, id }: { uuid: string; text: string; id: string },
) {
  const isAddress = isUuid(uuid) && (companyTexts as readonly string[]).includes(text)
  const actor = await actorOf(frame, request, uuid)
  if (!actor) throw new CallFailed('NotSignedIn')
  const access = isAddress ? await pitchFor(frame.db, actor, uuid) : undefined
  const document = access?.pitch[documentColumns[text as CompanyText]]
  return sendPdf(frame, reply, document && idOf(document) === id ? document : undefined)
}

/** Sends a stored document as a download. */
export async function sendPdf(
  { storage }: Frame,
  reply: FastifyReply,
  document: PitchDocument | undefined,
  kept = 'private, max-age=3600',
) {
  const stored = document && (await storage.read(document.key))
  if (!document || !stored) throw new CallFailed('NotFound')
  const filename = encodeURIComponent(document.filename).replace(/['()*]/g, escape)
  return reply
    .header('cache-control', kept)
    .header('content-length', stored.size)
    .header('content-disposition', `attachment; filename*=UTF-8''${filename}`)
    .header('x-content-type-options', 'nosniff')
    .type('application/pdf')
    .send(stored.stream)
}
