export interface AskOnce<T> {
  (pitch: string): Promise<T>
  /** Asks before anybody needs it; the answer is for the first who does. */
  ahead(pitch: string): Promise<T>
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
  const ahead = (pitch: string) => {
    const asked = once(pitch)
    kept.set(pitch, asked)
    return asked
  }
  return Object.assign(once, { ahead, anew })
}
