import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { CallFailed } from '#contract/call.ts'
import { actorOf } from '#features/access/signIn/server/actor.ts'
import { pitchFor } from '#features/core/part/server/access.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { type CompanyText, companyTexts, type PitchDocument } from '#features/core/pitch/rules.ts'
import type { planCalls } from '#features/planning/plan/contract.ts'
import { DeckRefused } from '#features/room/deck/server/check/refused.ts'
import { draw } from '#features/room/deck/server/convert/work.ts'
import type { Frame } from '#server/frame.ts'
import { createTurns, type Sender } from '#server/turns.ts'
import { documentColumns, idOf } from './documents.ts'

/** The first pages of a document are shown; its download has all. */
const SHOWN_PAGES = 20
const SECONDS = 60

/** Documents that this server draws at one time, each in a process of its own, and those that are being drawn. */
const turns = createTurns({ places: 1, spare: 1 })
const drawing = new Map<string, Promise<number>>()

/** The storage folder of a document's pages. */
const folderOf = ({ key }: PitchDocument) => key.replace(/\.pdf$/, '')

/** Removes a document and the pictures of its pages. */
export async function removeDocument({ storage }: Pick<Frame, 'storage'>, document: PitchDocument): Promise<void> {
  await storage.remove(document.key)
  await storage.remove(folderOf(document))
}

/**
 * The first pages of a document as pictures. A browser's own viewer would run in our origin, or not at all in a
 * sandbox; so the pages are drawn here, in an isolated process, when someone asks for them first.
 */
export const getPitchDocumentPages = withPitch<typeof planCalls.getPitchDocumentPages>('sees', async context => {
  const { frame, actor, input, pitch } = context
  const document = pitch[documentColumns[input.document]]
  if (!document) return { pages: [] }
  const count = await drawnOnce(frame, actor, document)
  const address = `/pitch-documents/${pitch.uuid}/${input.document}/${idOf(document)}`
  return { pages: Array.from({ length: count }, (_, index) => `${address}/${index + 1}`) }
})

/** The number of pages that are drawn; none of a document that cannot be drawn. */
function drawnOnce(frame: Frame, sender: Sender, document: PitchDocument): Promise<number> {
  const folder = folderOf(document)
  const running = drawing.get(folder) ?? drawn(frame, sender, document).finally(() => drawing.delete(folder))
  drawing.set(folder, running)
  return running
}

async function drawn(frame: Frame, sender: Sender, document: PitchDocument): Promise<number> {
  const counted = await frame.storage.read(`${folderOf(document)}/pages.txt`)
  if (counted) return Number(await text(counted.stream))
  const end = await turns.take(sender)
  const base = join(frame.settings.dataDir, 'checking')
  await mkdir(base, { recursive: true })
  const place = await mkdtemp(join(base, 'document-'))
  try {
    const pages = await drawInto(frame, document, place)
    await frame.storage.put(`${folderOf(document)}/pages.txt`, Buffer.from(String(pages)))
    return pages
  } finally {
    end()
    await rm(place, { recursive: true, force: true })
  }
}

async function drawInto({ storage }: Frame, document: PitchDocument, place: string): Promise<number> {
  const [path, folder] = [join(place, 'document.pdf'), join(place, 'pages')]
  await mkdir(folder)
  if (!(await storage.copyTo(document.key, path))) return 0
  const enough = new AbortController()
  const files: string[] = []
  await draw(path, folder, {
    seconds: SECONDS,
    signal: enough.signal,
    mustShow: false,
    counted: () => {},
    drawn: page => {
      files[page.number - 1] = page.files.medium
      if (files.filter(Boolean).length >= SHOWN_PAGES) enough.abort()
    },
  }).catch((error: unknown) => {
    if (!enough.signal.aborted && !(error instanceof DeckRefused)) throw error
  })
  const whole = files.findIndex(file => !file)
  const shown = files.slice(0, Math.min(whole === -1 ? files.length : whole, SHOWN_PAGES))
  for (const [index, file] of shown.entries()) await storage.put(`${folderOf(document)}/${index + 1}.jpg`, { file })
  return shown.length
}

/** Serves the pictures of pages to callers who may see the document now. */
export function servePreviews(app: FastifyInstance, frame: Frame): void {
  type Params = { uuid: string; text: string; id: string; page: string }
  app.get<{ Params: Params }>('/pitch-documents/:uuid/:text/:id/:page', async (request, reply) => {
    const { uuid, text, id, page } = request.params
    const actor = await actorOf(frame, request, uuid)
    if (!actor) throw new CallFailed('NotSignedIn')
    const isAddress = /^[0-9a-f-]{36}$/.test(uuid) && (companyTexts as readonly string[]).includes(text)
    const access = isAddress && /^[1-9]\d?$/.test(page) ? await pitchFor(frame.db, actor, uuid) : undefined
    const document = access?.pitch[documentColumns[text as CompanyText]]
    const isIt = document && idOf(document) === id
    const stored = isIt ? await frame.storage.read(`${folderOf(document)}/${page}.jpg`) : undefined
    if (!stored) throw new CallFailed('NotFound')
    return reply
      .header('cache-control', 'private, max-age=3600')
      .header('content-length', stored.size)
      .header('x-content-type-options', 'nosniff')
      .type(stored.type)
      .send(stored.stream)
  })
}
