import { type ReactNode, useEffect, useState } from 'react'
import { RoomHead } from './lazyParts.tsx'
import './OutsidePage.css'

/** Milliseconds after which the head is shown: after the content, which is painted first, or without one that does not come. */
const HEAD = { painted: 100, missing: 3000 }

interface Props {
  /** The content is still loading. */
  waits?: boolean
  children: ReactNode
}

/** A page outside the room. Its head appears after the content, and moves nothing then. */
export function OutsidePage({ waits = false, children }: Props) {
  const [headed, setHeaded] = useState(!waits)
  useEffect(() => {
    if (headed) return
    const timer = setTimeout(() => setHeaded(true), waits ? HEAD.missing : HEAD.painted)
    return () => clearTimeout(timer)
  }, [waits, headed])
  return (
    <div className="outside">
      <div className="outside-head">{headed && <RoomHead />}</div>
      {children}
    </div>
  )
}
