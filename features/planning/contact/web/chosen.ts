import type { InviteePerson } from '#features/core/part/rules.ts'

const KEY = 'rostrum.contacts'

interface Chosen {
  /** The path of the form that they are for. */
  readonly path: string
  readonly people: readonly InviteePerson[]
}

/** Keeps the chosen people in this tab until the form at a path takes them. */
export function keepChosen(chosen: Chosen): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(chosen))
  } catch {
    // a browser that keeps nothing: the form opens without them
  }
}

/** The people who wait for the form at a path; they are taken once. */
export function takeChosen(path: string): readonly InviteePerson[] {
  try {
    const chosen = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Chosen | null
    if (chosen?.path !== path) return []
    sessionStorage.removeItem(KEY)
    return chosen.people
  } catch {
    return []
  }
}
