import type { ReactNode } from 'react'
import { useShownName } from './useShownName.ts'
import './Who.css'

interface Props {
  name: string
  /** Stands below the name, unless it is what they are called. */
  email?: string
  children?: ReactNode
}

/** Somebody in a table of the console: what they are called, and a second line. */
export function Who({ name, email, children }: Props) {
  const shownName = useShownName()
  return (
    <span className="who">
      <strong>{shownName(name)}</strong>
      {email && email !== name && <span>{email}</span>}
      {children && <span>{children}</span>}
    </span>
  )
}
