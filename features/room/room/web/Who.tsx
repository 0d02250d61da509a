import type { ReactNode } from 'react'
import { useShownName } from './useShownName.ts'
import './Who.css'

interface Props {
  name: string
  /** Shown below the name, unless it is the name. */
  email?: string
  children?: ReactNode
}

/** A person in a table of the console: the name, and a second line. */
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
