import type { CompoundStream } from './compound.ts'
import { HEAD_BYTES, isDrawing, photographHead, photographOf, rewritePictureRecord } from './pptPictures.ts'
import { HEADER, headerAt, isPicture, type PptRecord, recordsOf, writeRecord } from './pptRecords.ts'

/** Fields of a picture's entry in a document's list, [MS-ODRAW] 2.2.32. */
const field = { size: 20, uses: 24, place: 28, nameBytes: 33 } as const
const ENTRY_BYTES = 36
const LIST_ENTRY = 0xf007
const NO_PLACE = 0xffffffff
/** Drawings are unpacked in memory. In packed bytes. */
const LARGEST_DRAWING = 64 * 1024 ** 2
const PIECE = 1024 ** 2

/** A picture in the new stream. */
interface Kept {
  readonly place: number
  readonly size: number
  readonly bytes: () => AsyncIterable<Buffer> | Iterable<Buffer>
}

/** The pictures of a rewritten .ppt, with their stream and their entries. */
export interface PictureList {
  readonly size: number
  bytes(): AsyncIterable<Buffer>
  rewriteEntry(body: Buffer): Buffer
}

/** Checks each picture that an entry in `documents` refers to; those that may be shown go to the new stream. */
export async function listPictures(
  documents: readonly Buffer[],
  stream: CompoundStream | undefined,
): Promise<PictureList> {
  const kept = new Map<string, Kept | undefined>()
  let size = 0
  for (const document of documents)
    for (const body of entriesOf(document)) {
      const key = keyOf(body)
      if (kept.has(key)) continue
      const inside = insideOf(body)
      const place = body.readUInt32LE(field.place)
      const picture = inside ? keptInside(inside) : stream && (await keptInStream(stream, place))
      kept.set(key, picture && { ...picture, place: size })
      size += picture?.size ?? 0
    }
  return {
    size,
    async *bytes() {
      for (const picture of kept.values()) if (picture) yield* picture.bytes()
    },
    rewriteEntry(body) {
      const picture = body.length < ENTRY_BYTES ? undefined : kept.get(keyOf(body))
      const entry = Buffer.alloc(ENTRY_BYTES)
      body.copy(entry, 0, 0, ENTRY_BYTES)
      entry.writeUInt32LE(picture?.size ?? 0, field.size)
      entry.writeUInt32LE(picture?.place ?? NO_PLACE, field.place)
      entry[field.nameBytes] = 0
      return entry
    },
  }
}

/** The entries at any depth of a record. */
function* entriesOf(bytes: Buffer, depth = 0): Generator<Buffer> {
  for (const { version, type, body } of recordsOf(bytes)) {
    if (type === LIST_ENTRY && body.length >= ENTRY_BYTES) yield body
    else if (version === 0x0f && depth < 8) yield* entriesOf(body, depth + 1)
  }
}

/** Identifies an entry's picture, so that it is stored once. */
const keyOf = (body: Buffer) =>
  insideOf(body) ? body.toString('latin1', 2, 18) : `at ${body.readUInt32LE(field.place)}`

/** The picture inside the entry, if there is one. */
function insideOf(body: Buffer): PptRecord | undefined {
  const rest = body.subarray(ENTRY_BYTES + (body[field.nameBytes] ?? 0))
  const [record] = recordsOf(rest)
  return record && isPicture(record.type) ? record : undefined
}

type Found = Omit<Kept, 'place'>

function keptInside(record: PptRecord): Found | undefined {
  const picture = rewritePictureRecord(record)
  if (!picture) return undefined
  const bytes = writeRecord(picture)
  return { size: bytes.length, bytes: () => [bytes] }
}

async function keptInStream(stream: CompoundStream, place: number): Promise<Found | undefined> {
  if (place + HEADER > stream.size) return undefined
  const start = await stream.read(place, Math.min(HEADER + HEAD_BYTES, stream.size - place))
  const header = headerAt(start, 0)
  const length = Math.min(start.readUInt32LE(4), stream.size - place - HEADER)
  if (!isPicture(header.type)) return undefined
  if (isDrawing(header)) {
    if (length > LARGEST_DRAWING) return undefined
    return keptInside({ ...header, body: await stream.read(place + HEADER, length) })
  }
  const head = start.subarray(HEADER)
  const photograph = photographOf({ ...header, body: head })
  if (!photograph) return undefined
  const { type, instance, start: from } = photograph
  const begin = photographHead(head)
  const rest = length - from
  const whole = writeRecord({ version: 0, instance, type, body: Buffer.alloc(0) })
  whole.writeUInt32LE(begin.length + rest, 4)
  async function* bytes() {
    yield whole
    yield begin
    for (let at = 0; at < rest; at += PIECE)
      yield await stream.read(place + HEADER + from + at, Math.min(PIECE, rest - at))
  }
  return { size: HEADER + begin.length + rest, bytes }
}
