import { pictureTypes } from '#contract/pictures.ts'

/** Pixels of a side of what is sent; the server keeps as many. */
const SIDE = 512

export interface Square {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export const isPictureType = (type: string): boolean => (pictureTypes as readonly string[]).includes(type)

/** Loads a picture that the person chose; fails when this browser cannot read it. */
export async function loadPicture(url: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = url
  await image.decode()
  return image
}

/**
 * The chosen part of a picture as a small file, so that a photograph of twenty megabytes is not sent whole. Of an
 * animation, it is the first frame.
 */
export async function cropPicture(image: CanvasImageSource, { x, y, width, height }: Square): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = SIDE
  canvas.height = SIDE
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser draws nothing')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, x, y, width, height, 0, 0, SIDE, SIDE)
  // A browser that writes no WebP answers PNG.
  const blob = await new Promise<Blob | null>(done => canvas.toBlob(done, 'image/webp', 0.92))
  if (!blob) throw new Error('this browser writes no pictures')
  return new File([blob], 'avatar', { type: blob.type })
}
