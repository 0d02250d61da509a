import { type ReactNode, useEffect, useState } from 'react'
import { RoomHead } from './later.tsx'
import './OutsidePage.css'

interface Props {
  /** What the page is for is still on its way. */
  waits?: boolean
  children: ReactNode
}

/** A page of a room outside the room: its head comes after what the page is for, and moves nothing when it does. */
export function OutsidePage({ waits = false, children }: Props) {
  const [headed, setHeaded] = useState(!waits)
  useEffect(() => {
    if (waits || headed) return
    // let what the page is for be painted first
    const timer = setTimeout(() => setHeaded(true), 100)
    return () => clearTimeout(timer)
  }, [waits, headed])
  return (
    <div className="outside">
      <div className="outside-head">{headed && <RoomHead />}</div>
      {children}
    </div>
  )
}
