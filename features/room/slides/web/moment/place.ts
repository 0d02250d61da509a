/** The frame of the stage, width over height. */
const FRAME = 16 / 9

interface Size {
  readonly width: number
  readonly height: number
}

/** How a picture of that shape stands in a frame: whole, in the middle. */
function pictureIn({ width, height }: Size, shape: number): Size & { left: number; top: number } {
  const wide = shape > width / height
  const size = wide ? { width, height: width / shape } : { width: height * shape, height }
  return { ...size, left: (width - size.width) / 2, top: (height - size.height) / 2 }
}

/** Where on the picture a point of the frame is, from 0 to 1; undefined beside the picture. */
export function placeIn(point: { x: number; y: number }, frame: Size, shape: number) {
  const picture = pictureIn(frame, shape)
  const x = (point.x - picture.left) / picture.width
  const y = (point.y - picture.top) / picture.height
  return x >= 0 && x <= 1 && y >= 0 && y <= 1 ? { x, y } : undefined
}

/** Where in the frame a place of the picture is, in percent. */
export function positionOf({ x, y }: { x: number; y: number }, shape: number) {
  const picture = pictureIn({ width: FRAME, height: 1 }, shape)
  return {
    left: ((picture.left + x * picture.width) / FRAME) * 100,
    top: (picture.top + y * picture.height) * 100,
  }
}
