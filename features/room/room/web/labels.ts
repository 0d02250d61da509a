type Labels = ReadonlyMap<string, string>

let labels: Labels = new Map()
const watchers = new Set<() => void>()

/** What a manager calls people without a name, by the number that the room has for them; empty for everybody else. */
export const getLabels = () => labels
export const watchLabels = (tell: () => void) => {
  watchers.add(tell)
  return () => void watchers.delete(tell)
}
export function setLabels(known: Labels): void {
  labels = known
  for (const tell of watchers) tell()
}
