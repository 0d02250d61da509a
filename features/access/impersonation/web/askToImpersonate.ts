import { useSyncExternalStore } from 'react'

interface Asked {
  readonly user_id: string
  readonly firstname: string
  readonly lastname: string
  readonly email: string
}

let asked: Asked | undefined
const listeners = new Set<() => void>()

/** Opens the dialog, which stands in the shell: the menu that asks for it closes at the same moment. */
export function askToImpersonate(user: Asked | undefined): void {
  asked = user
  for (const tell of listeners) tell()
}

export const useAsked = (): Asked | undefined =>
  useSyncExternalStore(
    tell => {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    () => asked,
  )
