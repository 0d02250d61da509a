export interface AskOnce<T> {
  (pitch: string): Promise<T>
  /** Asks before anybody needs it; the answer is for the first who does. */
  ahead(pitch: string): Promise<T>
}

/** Makes a call that several parts of a page ask for at the same time only once. */
export function askOnce<T>(ask: (pitch: string) => Promise<T>): AskOnce<T> {
  const underWay = new Map<string, Promise<T>>()
  const kept = new Map<string, Promise<T>>()
  const once = (pitch: string) => {
    const early = kept.get(pitch)
    kept.delete(pitch)
    const asked = early ?? underWay.get(pitch) ?? ask(pitch).finally(() => underWay.delete(pitch))
    if (!early) underWay.set(pitch, asked)
    return asked
  }
  const ahead = (pitch: string) => {
    const asked = once(pitch)
    kept.set(pitch, asked)
    return asked
  }
  return Object.assign(once, { ahead })
}
