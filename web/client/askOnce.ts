export interface AskOnce<T> {
  (pitch: string): Promise<T>
  /** Keeps what was asked for with something else, for the first who needs it; what failed is asked for by them. */
  given(pitch: string, asked: Promise<T>): void
  /** Asks whatever is under way already: that may have been answered before what one has heard of since. */
  anew(pitch: string): Promise<T>
}

/** Makes a call that several parts of a page ask for at the same time only once. */
export function askOnce<T>(ask: (pitch: string) => Promise<T>): AskOnce<T> {
  const underWay = new Map<string, Promise<T>>()
  const kept = new Map<string, Promise<T>>()
  const anew = (pitch: string) => {
    kept.delete(pitch)
    const asked = ask(pitch).finally(() => {
      if (underWay.get(pitch) === asked) underWay.delete(pitch)
    })
    underWay.set(pitch, asked)
    return asked
  }
  const once = (pitch: string) => {
    const early = kept.get(pitch)
    kept.delete(pitch)
    return early ?? underWay.get(pitch) ?? anew(pitch)
  }
  const given = (pitch: string, asked: Promise<T>) => {
    kept.set(pitch, asked)
    asked.catch(() => kept.get(pitch) === asked && kept.delete(pitch))
  }
  return Object.assign(once, { anew, given })
}
