/** Repeats an action at an interval, never overlapping: a slow database does not build up a queue. */
export function every(milliseconds: number, act: () => unknown, onError: (error: unknown) => void): () => void {
  let busy = false
  const timer = setInterval(async () => {
    if (busy) return
    busy = true
    try {
      await act()
    } catch (error) {
      onError(error)
    } finally {
      busy = false
    }
  }, milliseconds)
  timer.unref()
  return () => clearInterval(timer)
}
