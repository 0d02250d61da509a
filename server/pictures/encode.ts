import { CallFailed } from '#contract/call.ts'
import { PICTURE_BYTES } from '#contract/pictures.ts'
import { createTurns, type Sender } from '#server/turns.ts'

/** How a picture is cropped: a face fills a square, a logo keeps its proportions, and a proof is still readable. */
export type PictureShape = keyof typeof boxes
const boxes = {
  face: { width: 512, height: 512, fit: 'cover' },
  logo: { width: 640, height: 240, fit: 'inside', withoutEnlargement: true },
  proof: { width: 2400, height: 2400, fit: 'inside', withoutEnlargement: true },
} as const

/** More pixels than any camera's picture of two megabytes; a decompression bomb claims more in a few bytes. */
const MOST_PIXELS = 50e6
const SECONDS = 10

/** Pictures drawn at one time, two at most: many at once must not use up the memory and both cores. */
const turns = createTurns({ places: 1, spare: 1 })

/** The first bytes of each kind of file. A name and a Content-Type are only claims. */
const beginnings: readonly ((bytes: Buffer) => boolean)[] = [
  bytes => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  bytes => bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
  bytes => /^RIFF....WEBP$/s.test(bytes.toString('latin1', 0, 12)),
  bytes => /^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6)),
]

/**
 * Re-encodes a picture, of a GIF its first frame: hidden contents of the file are dropped, such as the location or
 * another appended file. Drawn when it is its sender’s turn, so that nobody’s many pictures delay those of others.
 * @returns WebP
 * @throws {CallFailed} PictureTooLarge, PictureTypeNotAllowed, PictureTooManyPixels, PictureDamaged
 */
export async function encodePicture(bytes: Buffer, shape: PictureShape, sender: Sender): Promise<Buffer> {
  if (bytes.length > PICTURE_BYTES) throw new CallFailed('PictureTooLarge')
  if (!beginnings.some(begins => begins(bytes))) throw new CallFailed('PictureTypeNotAllowed')
  const end = await turns.take(sender)
  return draw(bytes, shape).finally(end)
}

async function draw(bytes: Buffer, shape: PictureShape): Promise<Buffer> {
  const sharp = await loadSharp()
  const image = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 })
  try {
    const { width, height } = await image.metadata()
    if (width * height > MOST_PIXELS) throw new CallFailed('PictureTooManyPixels')
    const drawn = image.rotate().timeout({ seconds: SECONDS })
    return await drawn.resize(boxes[shape]).webp({ quality: 86, alphaQuality: 90 }).toBuffer()
  } catch (error) {
    if (error instanceof CallFailed) throw error
    throw new CallFailed(/pixel limit/i.test((error as Error).message) ? 'PictureTooManyPixels' : 'PictureDamaged')
  }
}

let loaded: Promise<typeof import('sharp')['default']> | undefined

/** Loaded with the first picture. Decoders for other formats are disabled in this process. */
function loadSharp() {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] })
    const kinds = ['Jpeg', 'Png', 'Webp', 'Nsgif']
    sharp.unblock({ operation: kinds.flatMap(kind => [`VipsForeignLoad${kind}`]) })
    sharp.cache(false)
    return sharp
  })
  return loaded
}
