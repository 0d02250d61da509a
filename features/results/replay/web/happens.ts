/**
 * Waits for an event, at most `within` milliseconds.
 * @throws the reason of `over` as soon as that aborts
 */
export function happens(
  over: AbortSignal | undefined,
  [target, type]: [EventTarget, string],
  within?: number,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = within === undefined ? undefined : setTimeout(() => end(resolve), within)
    const end = (then: () => void) => {
      clearTimeout(timer)
      target.removeEventListener(type, happened)
      over?.removeEventListener('abort', aborted)
      then()
    }
    const happened = () => end(resolve)
    const aborted = () => end(() => reject(over?.reason))
    target.addEventListener(type, happened)
    over?.addEventListener('abort', aborted)
  })
}
