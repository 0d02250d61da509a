/** Makes a call that several parts of a page ask for at the same time only once; the answer is not kept. */
export function askOnce<T>(ask: (pitch: string) => Promise<T>): (pitch: string) => Promise<T> {
  const underWay = new Map<string, Promise<T>>()
  return pitch => {
    const asked = underWay.get(pitch) ?? ask(pitch).finally(() => underWay.delete(pitch))
    underWay.set(pitch, asked)
    return asked
  }
}
