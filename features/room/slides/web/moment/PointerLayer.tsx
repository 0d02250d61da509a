import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { POINTER_PACE, POINTER_STAYS, type Pointer } from '#features/room/room/signals.ts'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { placeIn, positionOf } from './place.ts'
import './moment.css'

interface Props {
  page: number
  /** Width over height of the page's picture, which is centered in the frame, and of the frame. */
  shape: number
  frame: number
  /** The presenter's pointer is on. */
  points: boolean
}

/** The presenter's laser pointer over the slide: it follows the presenter's mouse, and is a red dot for the room. */
export function PointerLayer({ page, shape, frame, points }: Props) {
  const { connection } = useInRoom()
  const [at, setAt] = useState<Pointer | null>(null)
  const sent = useRef(0)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = connection.onSignal(signal => {
      if (signal.type !== 'pointer') return
      clearTimeout(timer)
      setAt(signal.payload as Pointer | null)
      timer = setTimeout(() => setAt(null), POINTER_STAYS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [connection])
  useEffect(() => {
    if (points) return () => connection.signal({ type: 'pointer', payload: null })
    return undefined
  }, [connection, points])

  function move(event: PointerEvent<HTMLDivElement>) {
    const now = performance.now()
    if (now - sent.current < POINTER_PACE) return
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    const place = placeIn({ x: event.clientX - left, y: event.clientY - top }, { width, height }, shape)
    if (!place) return
    sent.current = now
    connection.signal({ type: 'pointer', payload: { page, ...place } })
  }
  const shown = at && at.page === page ? positionOf(at, frame, shape) : undefined
  return (
    <div className={`pointer-layer${points ? ' points' : ''}`} aria-hidden {...(points && { onPointerMove: move })}>
      {shown && <span className="pointer-dot" style={{ left: `${shown.left}%`, top: `${shown.top}%` }} />}
    </div>
  )
}
