/** Does something again and again, but never while it is still being done: a slow database gets no queue on top. */
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
