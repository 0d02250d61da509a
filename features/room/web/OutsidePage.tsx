import type { ReactNode } from 'react'
import { RoomHead } from './later.tsx'
import './OutsidePage.css'

interface Props {
  /** What the page is for is still on its way. */
  waits?: boolean
  children: ReactNode
}

/** A page of a room outside the room: its head comes after what the page is for, and moves nothing when it does. */
export function OutsidePage({ waits = false, children }: Props) {
  return (
    <div className="outside">
      <div className="outside-head">{!waits && <RoomHead />}</div>
      {children}
    </div>
  )
}
