import type { ButtonHTMLAttributes } from 'react'
import './light.css'

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: 'main' | 'quiet' | 'danger'
  /** The act is under way: it cannot be pressed again, and screen readers announce it. It keeps the focus. */
  busy?: boolean
}

export function Button({ look = 'main', busy = false, className = '', onClick, ...rest }: Props) {
  return (
    <button
      type="button"
      className={`piece-button ${look} ${className}`}
      aria-busy={busy || undefined}
      {...rest}
      aria-disabled={busy || undefined}
      onClick={busy ? event => event.preventDefault() : onClick}
    />
  )
}
