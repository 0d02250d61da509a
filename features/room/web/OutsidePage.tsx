import type { ReactNode } from 'react'
import { RoomHead } from './later.tsx'
import './OutsidePage.css'

/** A page of a room outside the room: its head comes after what the page is for, and moves nothing when it does. */
export function OutsidePage({ children }: { children: ReactNode }) {
  return (
    <div className="outside">
      <div className="outside-head">
        <RoomHead />
      </div>
      {children}
    </div>
  )
}
