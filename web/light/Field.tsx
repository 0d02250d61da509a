import { type ReactElement, useId } from 'react'
import './light.css'

interface Given {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}
interface Props {
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** Renders the input with the ids of its label, hint and error. */
  children: (given: Given) => ReactElement
}

/** A labelled input with its error. */
export function Field({ label, hint, error, children }: Props) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="piece-field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className="piece-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {error && (
        <p className="piece-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
