// The part of a slide that the room sees. The server stores it and browsers show it.

/**
 * `x` and `y` are the center of the visible part, from 0 to 1 over the stage's frame of the deck's shape, which holds
 * the whole page: the part is the same on every screen. `scale` is more than 1.
 */
export interface Zoom {
  readonly scale: number
  readonly x: number
  readonly y: number
}

export const MOST_ZOOM = 4
/** The factor of a click or a key. */
export const ZOOM_STEP = 1.25
/** How far a key moves the visible part, as a share of its width. */
export const PAN_STEP = 0.15

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))
const rounded = (value: number) => Math.round(value * 10_000) / 10_000

/** The nearest zoom that shows nothing beside the page; null when that is the whole page. */
export function settled({ scale, x, y }: Zoom): Zoom | null {
  const s = within(scale, 1, MOST_ZOOM)
  if (s < 1.02) return null
  const edge = 0.5 / s
  return { scale: rounded(s), x: rounded(within(x, edge, 1 - edge)), y: rounded(within(y, edge, 1 - edge)) }
}

const whole: Zoom = { scale: 1, x: 0.5, y: 0.5 }
const middle = { x: 0.5, y: 0.5 }

/** The zoom scaled by a factor; `point` of the frame, from 0 to 1, stays in place. */
export function zoomedBy(zoom: Zoom | null, factor: number, point: { x: number; y: number } = middle): Zoom | null {
  const now = zoom ?? whole
  const scale = within(now.scale * factor, 1, MOST_ZOOM)
  const moved = (center: number, at: number) => center + (at - 0.5) / now.scale - (at - 0.5) / scale
  return settled({ scale, x: moved(now.x, point.x), y: moved(now.y, point.y) })
}

/** The zoom moved by shares of the frame's width and height; the whole page does not move. */
export const panned = (zoom: Zoom | null, right: number, down: number): Zoom | null =>
  zoom && settled({ ...zoom, x: zoom.x + right / zoom.scale, y: zoom.y + down / zoom.scale })

/** The zoom as a CSS transform, with its origin in the upper left corner of the frame. */
export const transformOf = (zoom: Zoom | null): string | undefined =>
  zoom
    ? `translate(${rounded((0.5 - zoom.x * zoom.scale) * 100)}%, ${rounded((0.5 - zoom.y * zoom.scale) * 100)}%) scale(${zoom.scale})`
    : undefined

export const isSameZoom = (a: Zoom | null, b: Zoom | null): boolean =>
  a?.scale === b?.scale && a?.x === b?.x && a?.y === b?.y
