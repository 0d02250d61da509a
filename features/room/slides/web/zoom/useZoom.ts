import { useState } from 'react'
import type { Zoom } from '#features/room/slides/zoom.ts'

/** `room`: for the whole room. `own`: here alone, for a viewer who looks back. */
export type ZoomReach = 'room' | 'own' | undefined

/** A zoom of this viewer that the room does not have yet, or does not get at all. */
export interface OwnZoom {
  readonly page: number
  readonly zoom: Zoom | null
}

export interface PageZoom {
  readonly page: number
  /** The part of the page in view here. */
  readonly shown: Zoom | null
  /** The part that the room sees. */
  readonly room: Zoom | null
  readonly reach: ZoomReach
  readonly own: OwnZoom | undefined
  readonly setOwn: (own: OwnZoom | undefined) => void
}

/** The zoom of a page in view here; `room` is the room's. The ZoomBar, which changes it, is loaded later. */
export function useZoom(page: number, room: Zoom | null, reach: ZoomReach): PageZoom {
  const [own, setOwn] = useState<OwnZoom>()
  const isOwn = own?.page === page && reach !== undefined
  return { page, shown: isOwn ? own.zoom : reach === 'own' ? null : room, room, reach, own, setOwn }
}
