import type { ReactNode } from 'react'
import './Facts.css'

export type Fact = readonly [name: string, value: ReactNode]

/** What is known of a record, each under its name; what is empty is left out. */
export function Facts({ facts }: { facts: readonly (Fact | false)[] }) {
  const known = facts.filter(fact => fact !== false && fact[1] !== false && fact[1] != null && fact[1] !== '') as Fact[]
  return (
    <dl className="facts">
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
