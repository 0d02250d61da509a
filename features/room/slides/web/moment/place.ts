interface Size {
  readonly width: number
  readonly height: number
}

/** The position of a whole picture of that shape, centered in a frame. */
function pictureIn({ width, height }: Size, shape: number): Size & { left: number; top: number } {
  const wide = shape > width / height
  const size = wide ? { width, height: width / shape } : { width: height * shape, height }
  return { ...size, left: (width - size.width) / 2, top: (height - size.height) / 2 }
}

/** A point of the frame as a place on the picture, from 0 to 1; undefined beside the picture. */
export function placeIn(point: { x: number; y: number }, frame: Size, shape: number) {
  const picture = pictureIn(frame, shape)
  const x = (point.x - picture.left) / picture.width
  const y = (point.y - picture.top) / picture.height
  return x >= 0 && x <= 1 && y >= 0 && y <= 1 ? { x, y } : undefined
}

/** A place on the picture as a position in a frame of that width over height, in percent. */
export function positionOf({ x, y }: { x: number; y: number }, frame: number, shape: number) {
  const picture = pictureIn({ width: frame, height: 1 }, shape)
  return {
    left: ((picture.left + x * picture.width) / frame) * 100,
    top: (picture.top + y * picture.height) * 100,
  }
}
