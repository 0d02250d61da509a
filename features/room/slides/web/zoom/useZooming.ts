import { useCallback, useEffect, useRef } from 'react'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { isSameZoom, type Zoom } from '#features/room/slides/zoom.ts'
import type { PageZoom } from './useZoom.ts'

/** How often a zoom that goes on is told to the room, in milliseconds. */
const PACE = 250
/** How long the own zoom stands before the room's counts again, in milliseconds. */
const HOLDS = 1500
/** All of a page, as it is sent. */
const whole: Zoom = { scale: 1, x: 0.5, y: 0.5 }

/**
 * Changes what is seen of a page. Who presents sees at once what they do, and everybody else four times a second; in
 * between the room's answer does not pull it back.
 */
export function useZooming(
  pitch: string,
  { page, room, reach, own, setOwn }: PageZoom,
  onFailure: (failure: unknown) => void,
): (next: Zoom | null) => void {
  const pending = useRef<{ timer?: ReturnType<typeof setTimeout>; at: number; next?: Zoom | null }>({ at: 0 })
  useEffect(() => {
    if (own && (own.page !== page || reach === undefined)) setOwn(undefined)
  }, [own, page, reach, setOwn])
  // once the room has what was sent, it leads again
  useEffect(() => {
    if (!own || reach !== 'room') return
    const timer = setTimeout(() => setOwn(undefined), isSameZoom(own.zoom, room) ? PACE : HOLDS)
    return () => clearTimeout(timer)
  }, [own, room, reach, setOwn])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what waits was meant for the page before
  useEffect(() => {
    const waiting = pending.current
    return () => {
      clearTimeout(waiting.timer)
      delete waiting.next
    }
  }, [page])

  const latest = useRef(onFailure)
  latest.current = onFailure
  return useCallback(
    (zoom: Zoom | null) => {
      setOwn({ page, zoom })
      if (reach === 'own') return
      const waiting = pending.current
      const isWaiting = 'next' in waiting
      waiting.next = zoom
      if (isWaiting) return
      const send = () => {
        const { scale, x, y } = waiting.next ?? whole
        delete waiting.next
        waiting.at = performance.now()
        const told = roomClient(pitch).updatePageZoom({ pitch_uuid: pitch, page, scale, x, y })
        told.catch((failure: unknown) => {
          setOwn(undefined)
          latest.current(failure)
        })
      }
      waiting.timer = setTimeout(send, Math.max(0, waiting.at + PACE - performance.now()))
    },
    [pitch, page, reach, setOwn],
  )
}
