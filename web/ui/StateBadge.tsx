import type { ReactNode } from 'react'
import './StateBadge.css'

export type Tone = 'neutral' | 'accent' | 'good' | 'warn' | 'bad'

/** A state in a word, with a mark and a color; the word alone says it as well. */
export function StateBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className="state-badge" data-tone={tone}>
      {children}
    </span>
  )
}
