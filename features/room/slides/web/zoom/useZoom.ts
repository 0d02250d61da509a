import { useState } from 'react'
import type { Zoom } from '#features/room/slides/zoom.ts'

/** `room`: for everybody. `own`: here alone, for who looks at another page. */
export type ZoomReach = 'room' | 'own' | undefined

/** What somebody has made of a page and the room does not have yet, or does not get at all. */
export interface OwnZoom {
  readonly page: number
  readonly zoom: Zoom | null
}

export interface PageZoom {
  readonly page: number
  /** The part of the page that is in view here. */
  readonly shown: Zoom | null
  /** What the room sees of it. */
  readonly room: Zoom | null
  readonly reach: ZoomReach
  readonly own: OwnZoom | undefined
  readonly setOwn: (own: OwnZoom | undefined) => void
}

/** The part of a page that is in view here; `room` is what everybody sees of it. What changes it comes with the ZoomBar. */
export function useZoom(page: number, room: Zoom | null, reach: ZoomReach): PageZoom {
  const [own, setOwn] = useState<OwnZoom>()
  const isOwn = own?.page === page && reach !== undefined
  return { page, shown: isOwn ? own.zoom : reach === 'own' ? null : room, room, reach, own, setOwn }
}
