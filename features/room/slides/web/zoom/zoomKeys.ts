import { PAN_STEP, panned, ZOOM_STEP, type Zoom, zoomedBy } from '#features/room/slides/zoom.ts'

interface Key {
  readonly key: string
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-PAN_STEP, 0],
  ArrowRight: [PAN_STEP, 0],
  ArrowUp: [0, -PAN_STEP],
  ArrowDown: [0, PAN_STEP],
}

/**
 * The zoom after a key; undefined when the key does not zoom. Arrows move the page with Shift alone: without it they turn the
 * page.
 */
export function zoomByKey(
  zoom: Zoom | null,
  { key, shiftKey, altKey, ctrlKey, metaKey }: Key,
): Zoom | null | undefined {
  if (altKey || ctrlKey || metaKey) return undefined
  if (key === '+' || key === '=') return zoomedBy(zoom, ZOOM_STEP)
  if (!zoom) return undefined
  if (key === '-') return zoomedBy(zoom, 1 / ZOOM_STEP)
  if (key === '0') return null
  const by = shiftKey ? arrows[key] : undefined
  return by && panned(zoom, ...by)
}
