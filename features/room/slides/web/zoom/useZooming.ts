import { useCallback, useEffect, useRef } from 'react'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { isSameZoom, type Zoom } from '#features/room/slides/zoom.ts'
import type { PageZoom } from './useZoom.ts'

/** Milliseconds between two updates of the room while a zoom goes on. */
const PACE = 250
/** Milliseconds for which the own zoom holds before the room's does again. */
const OWN_HOLDS = 1500
/** The whole page, as a call sends it. */
const whole: Zoom = { scale: 1, x: 0.5, y: 0.5 }

/**
 * Changes the zoom of a page. The presenter sees it at once and the room four times a second; meanwhile the room's state does
 * not pull the presenter's view back.
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
  // once the room has the zoom that was sent, the room's holds again
  useEffect(() => {
    if (!own || reach !== 'room') return
    const timer = setTimeout(() => setOwn(undefined), isSameZoom(own.zoom, room) ? PACE : OWN_HOLDS)
    return () => clearTimeout(timer)
  }, [own, room, reach, setOwn])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a waiting zoom was meant for the page before
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
        const sent = roomClient(pitch).updatePageZoom({ pitch_uuid: pitch, page, scale, x, y })
        sent.catch((failure: unknown) => {
          setOwn(undefined)
          latest.current(failure)
        })
      }
      waiting.timer = setTimeout(send, Math.max(0, waiting.at + PACE - performance.now()))
    },
    [pitch, page, reach, setOwn],
  )
}
