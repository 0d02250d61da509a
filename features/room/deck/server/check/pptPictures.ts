import { deflateSync, inflateSync } from 'node:zlib'
import { beginningOf, withoutPostScript } from './pictures.ts'
import type { PptRecord } from './pptRecords.ts'

/** [MS-ODRAW] 2.2.23: drawings as records, by instance without its last bit. */
const drawings: Readonly<Record<number, { readonly type: number; readonly begins: string }>> = {
  980: { type: 0xf01a, begins: 'emf' },
  534: { type: 0xf01b, begins: 'wmf' },
  1346: { type: 0xf01c, begins: 'pict' },
}
const photographs: Readonly<Record<string, { readonly type: number; readonly instance: number }>> = {
  jpeg: { type: 0xf01d, instance: 0x46a },
  png: { type: 0xf01e, instance: 0x6e0 },
  // the format has no such records, so these pictures are stored under other kinds
  gif: { type: 0xf01e, instance: 0x6e0 },
  bmp: { type: 0xf01e, instance: 0x6e0 },
  tiff: { type: 0xf029, instance: 0x6e4 },
}
const BITMAP = { type: 0xf01f, instance: 0x7a8 }
const CHECKSUM_BYTES = 16
const DRAWING_HEADER_BYTES = 34
const LARGEST_DRAWING = 64 * 1024 ** 2
/** The bytes after its header that identify a picture. */
export const HEAD_BYTES = 2 * CHECKSUM_BYTES + DRAWING_HEADER_BYTES + 64

/** Whether a picture is a drawing, which is compressed and read into memory. */
export const isDrawing = ({ instance }: Pick<PptRecord, 'instance'>): boolean => (instance & 0xffe) in drawings

/** The start of a photograph's bytes in its record, and its new record; undefined for anything else. */
export function photographOf({ instance, body }: Pick<PptRecord, 'instance' | 'body'>) {
  const start = checksumsOf(instance) + 1
  const bytes = body.subarray(start)
  // a bitmap without file header begins with the length of its own header
  const isBitmap =
    (instance & 0xffe) === BITMAP.instance && bytes.length > 4 && [12, 40, 108, 124].includes(bytes.readUInt32LE(0))
  const found = isBitmap ? BITMAP : photographs[beginningOf(bytes) ?? '']
  return found && { ...found, start }
}

const checksumsOf = (instance: number) => (instance & 1 ? 2 : 1) * CHECKSUM_BYTES

/** Rewrites a picture's record; undefined for one that must not be shown. */
export function rewritePictureRecord(record: PptRecord): PptRecord | undefined {
  if (isDrawing(record)) return rewriteDrawing(record)
  const photograph = photographOf(record)
  if (!photograph) return undefined
  const { type, instance, start } = photograph
  const head = photographHead(record.body)
  return { version: 0, type, instance, body: Buffer.concat([head, record.body.subarray(start)]) }
}

/** A checksum and its terminating byte. */
export const photographHead = (body: Buffer): Buffer =>
  Buffer.concat([body.subarray(0, CHECKSUM_BYTES), Buffer.from([0xff])])

/** Unpacks a drawing, checks it, removes PostScript, and packs it again. */
function rewriteDrawing({ instance, body }: PptRecord): PptRecord | undefined {
  const kind = drawings[instance & 0xffe]
  const start = checksumsOf(instance)
  const header = Buffer.from(body.subarray(start, start + DRAWING_HEADER_BYTES))
  if (!kind || header.length < DRAWING_HEADER_BYTES) return undefined
  const drawing = unpacked(body.subarray(start + DRAWING_HEADER_BYTES), header[32] === 0)
  if (!drawing || beginningOf(drawing) !== kind.begins) return undefined
  const packed = deflateSync(withoutPostScript(drawing), { level: 1 })
  header.writeUInt32LE(drawing.length, 0)
  header.writeUInt32LE(packed.length, 28)
  header[32] = 0
  const checksum = body.subarray(0, CHECKSUM_BYTES)
  return { version: 0, type: kind.type, instance: instance & 0xffe, body: Buffer.concat([checksum, header, packed]) }
}

function unpacked(bytes: Buffer, isPacked: boolean): Buffer | undefined {
  if (!isPacked) return Buffer.from(bytes)
  try {
    return inflateSync(bytes, { maxOutputLength: LARGEST_DRAWING })
  } catch {
    return undefined
  }
}
