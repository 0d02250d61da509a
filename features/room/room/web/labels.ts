// What a manager calls people without a name, by the number that the room has for them. Empty for everybody else.

let labels: ReadonlyMap<string, string> = new Map()
const missed = new Set<string>()
const watchers = new Set<() => void>()
let ask: (() => void) | undefined

export const watchLabels = (tell: () => void): (() => void) => {
  watchers.add(tell)
  return () => watchers.delete(tell)
}
export const getLabels = () => labels

/** The label of a number; one that is not known yet is asked for once. */
export function labelOf(number: string): string | undefined {
  const label = labels.get(number)
  if (label === undefined && ask && !missed.has(number)) {
    missed.add(number)
    // not while a component is drawn
    queueMicrotask(() => ask?.())
  }
  return label
}

/** Two people may have the same number: then it stays. */
export function setLabels(people: readonly { readonly guest: string; readonly name: string }[]): void {
  const twice = (number: string) => people.filter(({ guest }) => guest === number).length > 1
  labels = new Map(people.filter(({ guest }) => guest && !twice(guest)).map(({ guest, name }) => [guest, name]))
  for (const tell of watchers) tell()
}

/** Asks for labels from now on. Returns the function that ends it and forgets them. */
export function askLabelsBy(load: () => void): () => void {
  ask = load
  missed.clear()
  return () => {
    if (ask === load) ask = undefined
    setLabels([])
  }
}
