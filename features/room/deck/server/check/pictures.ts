import { gunzipSync } from 'node:zlib'
import type { Entry, ZipFile } from 'yauzl'
import { rewriteSvg } from './svg.ts'
import { unpack } from './zip.ts'

/**
 * The first bytes of the pictures that a deck may contain, with their extension and media type. Everything else is left
 * out, above all PostScript, which a converter passes to other programs. The converter looks for the same first bytes
 * before others, so it cannot take a picture for another format.
 */
const types = {
  png: { begins: [/^\x89PNG\r\n\x1a\n/], media: 'image/png' },
  jpeg: { begins: [/^\xff\xd8\xff/], media: 'image/jpeg' },
  gif: { begins: [/^GIF8[79]a/], media: 'image/gif' },
  bmp: { begins: [/^BM....\0{4}/s, /^BM.{12}[\x28\x0c]/s], media: 'image/bmp' },
  tiff: { begins: [/^II\x2a\0/, /^MM\0\x2a/], media: 'image/tiff' },
  wmf: { begins: [/^\xd7\xcd\xc6\x9a/, /^\x01\0\x09\0/], media: 'image/x-wmf' },
  emf: { begins: [/^\x01\0{3}.{36} EMF/s], media: 'image/x-emf' },
  gz: { begins: [/^\x1f\x8b/], media: '' },
  webp: { begins: [/^RIFF.{4}WEBP/s], media: 'image/webp' },
  pict: { begins: [/^.{10}\0\x11\x02\xff/s, /^.{522}\0\x11\x02\xff/s], media: 'image/pict' },
  svg: { begins: [/^(?:\xef\xbb\xbf)?\s*<(?:\?xml|!--|!DOCTYPE|svg)/], media: 'image/svg+xml' },
} as const
export type PictureType = keyof typeof types

const HEAD_BYTES = 2048
/** Drawings are read into memory, photographs are not. In bytes. */
const LARGEST_DRAWING = 64 * 1024 ** 2
/** Marks of other formats, for pictures whose own mark readers look at last. */
const alsoOther = /<svg|%!PS|%PDF|AutoCAD|SECTION|#define/

export const mediaTypeOf = (type: PictureType): string => types[type].media
/** Formats that are compressed already. */
export const isPacked = (type: PictureType): boolean => ['png', 'jpeg', 'gif', 'webp'].includes(type)

/** The type of a picture by its first bytes; undefined for one that must not be shown. */
export async function pictureTypeOf(zip: ZipFile, entry: Entry): Promise<PictureType | undefined> {
  const found = beginningOf(await headOf(unpack(zip, entry)))
  if (found !== 'gz') return found
  const inner = beginningOf((await drawingOf(zip, entry, true)) ?? Buffer.alloc(0))
  return inner === 'emf' || inner === 'wmf' ? inner : undefined
}

export function beginningOf(bytes: Buffer): PictureType | undefined {
  const head = bytes.toString('latin1', 0, HEAD_BYTES)
  const names = Object.keys(types) as PictureType[]
  const type = names.find(name => types[name].begins.some(begin => begin.test(head)))
  return (type === 'webp' || type === 'pict') && alsoOther.test(head) ? undefined : type
}

/** Rewrites a picture; `onLeftOut` is called for each external reference that is left out. */
export async function* rewritePicture(
  zip: ZipFile,
  entry: Entry,
  type: PictureType,
  onLeftOut: () => void,
): AsyncGenerator<Buffer | string> {
  if (type === 'svg') yield* rewriteSvg(unpack(zip, entry), onLeftOut)
  else if (type === 'emf' || type === 'wmf' || type === 'pict') {
    const drawing = await drawingOf(zip, entry, false)
    if (drawing) yield withoutPostScript(drawing)
  } else yield* unpack(zip, entry)
}

/** A drawing's bytes, unpacked if it is a gzip; undefined when it is too large. */
async function drawingOf(zip: ZipFile, entry: Entry, mustBePacked: boolean): Promise<Buffer | undefined> {
  if (entry.uncompressedSize > LARGEST_DRAWING) return undefined
  const chunks: Buffer[] = []
  for await (const chunk of unpack(zip, entry)) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  if (beginningOf(bytes) !== 'gz') return mustBePacked ? undefined : bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: LARGEST_DRAWING })
  } catch {
    return undefined
  }
}

async function headOf(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  let head = Buffer.alloc(0)
  for await (const chunk of bytes) {
    head = Buffer.concat([head, chunk])
    if (head.length >= HEAD_BYTES) break
  }
  return head
}

/** Destroys PostScript for printers, which a drawing may contain besides its own lines. */
export function withoutPostScript(drawing: Buffer): Buffer {
  for (const mark of [Buffer.from('%!PS'), Buffer.from('c5d0d3c6', 'hex')])
    for (let at = drawing.indexOf(mark); at >= 0; at = drawing.indexOf(mark, at + 1)) drawing.fill(0, at, at + 4)
  return drawing
}
