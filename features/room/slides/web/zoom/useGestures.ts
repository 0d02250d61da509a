import { type RefObject, useEffect, useRef } from 'react'
import { belongsToFocus } from '#features/room/room/web/useRoomKeys.ts'
import { panned, type Zoom, zoomedBy } from '#features/room/slides/zoom.ts'
import { zoomByKey } from './zoomKeys.ts'

/** The zoom of a turn of the wheel; a pinch on a touch pad is many small turns. */
const WHEEL = 0.0022

interface Zooming {
  readonly shown: Zoom | null
  readonly change: (next: Zoom | null) => void
}

interface Point {
  readonly x: number
  readonly y: number
}

/** Zooms by wheel, mouse, fingers and keys over the frame around `inside`. `drags`: the mouse moves the zoomed page. */
export function useGestures(inside: RefObject<HTMLElement | null>, zoom: Zooming, drags: boolean): void {
  const now = useRef({ zoom, drags })
  now.current = { zoom, drags }
  useEffect(() => {
    const frame = inside.current?.closest<HTMLElement>('.stage-frame')
    return frame ? follow(frame, () => now.current) : undefined
  }, [inside])
}

function follow(frame: HTMLElement, now: () => { zoom: Zooming; drags: boolean }): () => void {
  const fingers = new Map<number, Point>()
  let types = false
  /** A place of the window as a part of the frame, from 0 to 1. */
  const placeOf = ({ x, y }: Point): Point => {
    const { left, top, width, height } = frame.getBoundingClientRect()
    return { x: (x - left) / width, y: (y - top) / height }
  }
  const isOnButton = (target: EventTarget | null) => target instanceof Element && target.closest('button, a') !== null

  function wheel(event: WheelEvent) {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    const { zoom } = now()
    const at = placeOf({ x: event.clientX, y: event.clientY })
    zoom.change(zoomedBy(zoom.shown, Math.exp(-event.deltaY * (event.deltaMode === 1 ? 16 : 1) * WHEEL), at))
  }
  function down(event: PointerEvent) {
    const { zoom, drags } = now()
    if (isOnButton(event.target) || (event.pointerType === 'mouse' && (event.button !== 0 || !drags || !zoom.shown)))
      return
    fingers.set(event.pointerId, placeOf({ x: event.clientX, y: event.clientY }))
    if (zoom.shown) frame.setPointerCapture(event.pointerId)
  }
  function move(event: PointerEvent) {
    const before = fingers.get(event.pointerId)
    if (!before) return
    const { zoom } = now()
    const at = placeOf({ x: event.clientX, y: event.clientY })
    fingers.set(event.pointerId, at)
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1]
    if (!other) return zoom.shown ? zoom.change(panned(zoom.shown, before.x - at.x, before.y - at.y)) : undefined
    const factor = far(at, other) / Math.max(0.01, far(before, other))
    zoom.change(zoomedBy(zoom.shown, factor, { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 }))
  }
  const up = (event: PointerEvent) => void fingers.delete(event.pointerId)
  // before the room's own keys, some of which have another meaning while the page is zoomed
  function press(event: KeyboardEvent) {
    if (event.defaultPrevented || event.isComposing || belongsToFocus(event.target, event)) return
    // a zero after other digits is part of a slide's number
    const goesOn = types && event.key === '0'
    types = goesOn || /^[1-9]$/.test(event.key)
    if (goesOn) return
    const { zoom } = now()
    const next = zoomByKey(zoom.shown, event)
    if (next === undefined) return
    event.preventDefault()
    zoom.change(next)
  }
  frame.addEventListener('wheel', wheel, { passive: false })
  frame.addEventListener('pointerdown', down)
  frame.addEventListener('pointermove', move)
  frame.addEventListener('pointerup', up)
  frame.addEventListener('pointercancel', up)
  addEventListener('keydown', press, true)
  frame.dataset['zooms'] = ''
  return () => {
    frame.removeEventListener('wheel', wheel)
    frame.removeEventListener('pointerdown', down)
    frame.removeEventListener('pointermove', move)
    frame.removeEventListener('pointerup', up)
    frame.removeEventListener('pointercancel', up)
    removeEventListener('keydown', press, true)
    delete frame.dataset['zooms']
  }
}

const far = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)
