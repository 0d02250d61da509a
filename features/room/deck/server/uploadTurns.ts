interface Turn {
  readonly cut: AbortController
  readonly ended: Promise<void>
  end(): void
}

/** Who writes to which upload now. One at a time: a new connection ends the one that it replaces. */
const writing = new Map<string, Turn>()

/** Ends whoever writes to an upload, and waits until they have let go of it. */
export async function endWriting(id: string): Promise<void> {
  for (let other = writing.get(id); other; other = writing.get(id)) {
    other.cut.abort()
    await other.ended
  }
}

/** Nothing may pass between the last look and the entry: two who write could change bytes that were checked. */
export async function takeTurn(id: string): Promise<Turn> {
  while (writing.has(id)) await endWriting(id)
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const turn: Turn = {
    cut: new AbortController(),
    ended,
    end: () => {
      writing.delete(id)
      resolve()
    },
  }
  writing.set(id, turn)
  return turn
}
