import type { ButtonHTMLAttributes } from 'react'
import './pieces.css'

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: 'main' | 'quiet' | 'danger'
  /** Under way: it cannot be pressed again, and screen readers are told. */
  busy?: boolean
}

export function Button({ look = 'main', busy = false, className = '', disabled, ...rest }: Props) {
  return (
    <button
      type="button"
      className={`piece-button ${look} ${className}`}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    />
  )
}
