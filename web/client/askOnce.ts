export interface AskOnce<T> {
  (pitch: string): Promise<T>
  /** Keeps an answer that came with another call, for the first caller; a failed one is requested again. */
  given(pitch: string, answer: Promise<T>): void
  /** Asks again even during a call, whose answer may be older than the event that made the caller ask. */
  anew(pitch: string): Promise<T>
}

/** Shares one call among the parts of a page that need its answer at the same time. */
export function askOnce<T>(ask: (pitch: string) => Promise<T>): AskOnce<T> {
  const underWay = new Map<string, Promise<T>>()
  const kept = new Map<string, Promise<T>>()
  const anew = (pitch: string) => {
    kept.delete(pitch)
    const answer = ask(pitch).finally(() => {
      if (underWay.get(pitch) === answer) underWay.delete(pitch)
    })
    underWay.set(pitch, answer)
    return answer
  }
  const once = (pitch: string) => {
    const early = kept.get(pitch)
    kept.delete(pitch)
    return early ?? underWay.get(pitch) ?? anew(pitch)
  }
  const given = (pitch: string, answer: Promise<T>) => {
    kept.set(pitch, answer)
    answer.catch(() => kept.get(pitch) === answer && kept.delete(pitch))
  }
  return Object.assign(once, { anew, given })
}
