import { open } from 'node:fs/promises'
import { type CompoundStream, openCompound } from './compound.ts'
import { type StreamToWrite, writeCompound } from './compoundWriter.ts'
import { listPictures } from './pptPictureList.ts'
import { rewritePictureRecord } from './pptPictures.ts'
import { HEADER, headerAt, type PptRecord, recordsOf, rewriteRecord, writeRecord } from './pptRecords.ts'
import { DeckRefused } from './refused.ts'

/** [MS-PPT] 2.3.2: the tokens of encrypted and of open files. */
const ENCRYPTED_TOKEN = 0xf3d1c4df
const OPEN_TOKEN = 0xe391c05f
const type = {
  ...{ currentUser: 0x0ff6, edit: 0x0ff5, directory: 0x1772, document: 0x03e8, list: 0x07d0 },
  ...{ macros: 0x03ff, macroMark: 0x0400 },
}
/** The top-level records of a presentation: document, slides, notes, masters. Embedded objects are left out. */
const tops = new Set([0x03e8, 0x03ee, 0x03f0, 0x03f8, 0x0fc9])
/** The largest of these, in bytes and without pictures, which have a stream of their own. */
const LARGEST_TOP = 128 * 1024 ** 2
const LARGEST_ALL = 256 * 1024 ** 2
const MOST_EDITS = 10_000
const MOST_OBJECTS = 20_000

const damaged = (detail: string) => new DeckRefused('DeckDamaged', detail)

/**
 * Checks that a compound file is a .ppt without encryption and macros, and rewrites it to `target` with only the
 * records that are understood and the pictures that they show.
 * @throws {DeckRefused} with the reason for refusing it
 */
export async function rewritePpt(path: string, fileSize: number, target: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    const streams = await openCompound(file, fileSize)
    if (streams.has('EncryptedPackage') || streams.has('EncryptedSummary')) throw new DeckRefused('DeckEncrypted')
    const document = streams.get('PowerPoint Document')
    if (document ? await isOf95(document) : streams.has('PP40')) throw new DeckRefused('DeckTooOld')
    if (!document) {
      const other = ['WordDocument', 'Workbook', 'Book', '__properties_version1.0'].some(name => streams.has(name))
      throw new DeckRefused(other ? 'DeckTypeNotAllowed' : 'DeckDamaged', 'no PowerPoint Document')
    }
    const lastEdit = await lastEditOf(streams.get('Current User'))
    await writeAnew(target, await newStreams(document, lastEdit, streams.get('Pictures')))
  } catch (error) {
    throw error instanceof DeckRefused ? error : damaged(String(error))
  } finally {
    await file.close()
  }
}

/** How a document of PowerPoint 95 begins. Its records are others, none of which is known to be harmless. */
const beginning95 = Buffer.from('03000000ffff0000', 'hex')
const isOf95 = async (document: CompoundStream) => (await document.read(0, HEADER)).equals(beginning95)

async function writeAnew(target: string, streams: readonly StreamToWrite[]): Promise<void> {
  const file = await open(target, 'w')
  try {
    await writeCompound(file, streams)
  } finally {
    await file.close()
  }
}

/** The position of the document's last edit, which the Current User stream holds. */
async function lastEditOf(user: CompoundStream | undefined): Promise<number> {
  const head = await user?.read(0, 20)
  if (!head || head.length < 20 || headerAt(head, 0).type !== type.currentUser) throw damaged('no Current User')
  if (head.readUInt32LE(12) === ENCRYPTED_TOKEN) throw new DeckRefused('DeckEncrypted')
  return head.readUInt32LE(16)
}

async function newStreams(
  document: CompoundStream,
  lastEdit: number,
  pictureStream: CompoundStream | undefined,
): Promise<StreamToWrite[]> {
  const { places, documentId, lastId } = await placesOf(document, lastEdit)
  const objects = new Map<number, PptRecord>()
  let size = 0
  for (const [id, place] of places) {
    const found = await recordAt(document, place)
    if (!found || !tops.has(found.type)) continue
    size += found.body.length
    if (size > LARGEST_ALL) throw new DeckRefused('DeckTooComplex', 'too many records')
    objects.set(id, found)
  }
  const main = objects.get(documentId)
  if (main?.type !== type.document) throw damaged('no document')
  if (hasMacros(main)) throw new DeckRefused('DeckHasMacros')
  const list = await listPictures([main.body], pictureStream)
  const rewritten = [...objects].map(
    ([id, object]) => [id, rewriteRecord(object, { ...list, rewritePicture: rewritePictureRecord })] as const,
  )
  const { stream, edit } = documentOf(rewritten, documentId, lastId)
  return [
    { name: 'Current User', size: 0, bytes: [currentUser(edit)] },
    { name: 'PowerPoint Document', size: stream.length, bytes: [stream] },
    ...(list.size > 0 ? [{ name: 'Pictures', size: list.size, bytes: list.bytes() }] : []),
  ]
}

/**
 * The positions of a document's objects. Each edit lists the objects that it changed and the position of the edit
 * before.
 */
async function placesOf(document: CompoundStream, lastEdit: number) {
  const places = new Map<number, number>()
  let documentId = 0
  let lastId = 0
  const seen = new Set<number>()
  // a damaged earlier edit does not affect the later ones
  for (let place = lastEdit; !seen.has(place) && seen.size < MOST_EDITS; ) {
    seen.add(place)
    const edit = await recordAt(document, place)
    if (edit?.type !== type.edit || edit.body.length < 28) {
      if (seen.size === 1) throw damaged('no edit')
      break
    }
    if (seen.size === 1) {
      documentId = edit.body.readUInt32LE(16)
      lastId = edit.body.readUInt32LE(20)
      if (edit.body.length >= 32 && edit.body.readUInt32LE(28) !== 0) throw new DeckRefused('DeckEncrypted')
    }
    const directory = await recordAt(document, edit.body.readUInt32LE(12))
    if (directory?.type === type.directory) addPlaces(places, directory.body)
    place = edit.body.readUInt32LE(8)
    if (place === 0) break
  }
  return { places, documentId, lastId }
}

/** Entries are runs: the first id and a count, then the positions. A newer edit's entry takes precedence. */
function addPlaces(places: Map<number, number>, body: Buffer): void {
  for (let at = 0; at + 4 <= body.length; ) {
    const run = body.readUInt32LE(at)
    const count = run >>> 20
    const first = run & 0xfffff
    at += 4
    for (let n = 0; n < count && at + 4 <= body.length; n++, at += 4)
      if (!places.has(first + n)) places.set(first + n, body.readUInt32LE(at))
    if (places.size > MOST_OBJECTS) throw new DeckRefused('DeckHostile', 'too many objects')
  }
}

async function recordAt(stream: CompoundStream, place: number): Promise<PptRecord | undefined> {
  if (place + HEADER > stream.size) return undefined
  const header = await stream.read(place, HEADER)
  const found = headerAt(header, 0)
  const length = Math.min(header.readUInt32LE(4), stream.size - place - HEADER)
  if (!tops.has(found.type) && found.type !== type.edit && found.type !== type.directory)
    return { ...found, body: Buffer.alloc(0) }
  if (length > LARGEST_TOP) throw new DeckRefused('DeckTooComplex', 'a record is too large')
  return { ...found, body: await stream.read(place + HEADER, length) }
}

/**
 * The macro atom is in a list of the document: the id of the project, and whether it has macros. PowerPoint writes 0
 * for projects with modules as well, so a project alone counts.
 */
function hasMacros({ body }: PptRecord): boolean {
  for (const list of recordsOf(body)) {
    if (list.type !== type.list) continue
    for (const macros of recordsOf(list.body))
      if (macros.type === type.macros)
        for (const mark of recordsOf(macros.body))
          if (mark.type === type.macroMark && mark.body.subarray(0, 8).some(byte => byte !== 0)) return true
  }
  return false
}

/** The new stream: the objects, their positions and a single edit, whose position is returned too. */
function documentOf(objects: readonly (readonly [number, Buffer])[], documentId: number, lastId: number) {
  const directory: number[] = []
  let at = 0
  for (const [id, bytes] of objects) {
    directory.push(((1 << 20) | id) >>> 0, at)
    at += bytes.length
  }
  const places = Buffer.alloc(directory.length * 4)
  for (const [n, value] of directory.entries()) places.writeUInt32LE(value, n * 4)
  const record = (type: number, body: Buffer) => writeRecord({ version: 0, instance: 0, type, body })
  const told = record(type.directory, places)
  const edit = Buffer.alloc(28)
  edit.writeUInt32LE(0x03000000, 4) // PowerPoint 97 and later
  edit.writeUInt32LE(at, 12)
  edit.writeUInt32LE(documentId, 16)
  edit.writeUInt32LE(lastId, 20)
  const stream = Buffer.concat([...objects.map(([, bytes]) => bytes), told, record(type.edit, edit)])
  return { stream, edit: at + told.length }
}

function currentUser(edit: number): Buffer {
  const body = Buffer.alloc(20)
  body.writeUInt32LE(0x14, 0)
  body.writeUInt32LE(OPEN_TOKEN, 4)
  body.writeUInt32LE(edit, 8)
  body.writeUInt16LE(0x03f4, 14)
  body[16] = 3
  return writeRecord({ version: 0, instance: 0, type: type.currentUser, body })
}
