import { type ReactNode, useEffect, useState } from 'react'
import { RoomHead } from './lazyParts.tsx'
import './OutsidePage.css'

interface Props {
  /** The content is still loading. */
  waits?: boolean
  children: ReactNode
}

/** A page outside the room. Its head appears after the content, and moves nothing then. */
export function OutsidePage({ waits = false, children }: Props) {
  const [headed, setHeaded] = useState(!waits)
  useEffect(() => {
    if (waits || headed) return
    // the content is painted first
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
