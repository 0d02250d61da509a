import { useState } from 'react'
import { copyText } from '#web/ui/copyText.ts'

/** Copies a text, and says that it did. */
export function CopyLine({ text, label, done }: { text: string; label: string; done: string }) {
  const [copied, setCopied] = useState(false)
  return (
    <>
      <button type="button" className="plain-button quiet" onClick={() => copyText(text).then(setCopied)}>
        {label}
      </button>
      <span role="status">{copied ? done : ''}</span>
    </>
  )
}
