import type { ReactNode } from 'react'
import './StickyBar.css'

/** The bar at the foot of a form: what stands at the left, the act at the right. It stays in sight while one scrolls. */
export function StickyBar({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <div className="sticky-bar">
      <div className="sticky-bar-note">{note}</div>
      <div className="sticky-bar-acts">{children}</div>
    </div>
  )
}
