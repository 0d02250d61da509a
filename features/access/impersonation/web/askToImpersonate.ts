import { useSyncExternalStore } from 'react'

interface Candidate {
  readonly user_id: string
  readonly firstname: string
  readonly lastname: string
  readonly email: string
}

let candidate: Candidate | undefined
const listeners = new Set<() => void>()

/** Opens the dialog, which is part of the shell because the menu that opens it closes at the same moment. */
export function askToImpersonate(user: Candidate | undefined): void {
  candidate = user
  for (const tell of listeners) tell()
}

export const useCandidate = (): Candidate | undefined =>
  useSyncExternalStore(
    tell => {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    () => candidate,
  )
