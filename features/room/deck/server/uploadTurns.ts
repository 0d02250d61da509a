interface Turn {
  readonly cut: AbortController
  readonly ended: Promise<void>
  end(): void
}

/** The connection that writes to each upload. A new connection ends the one that it replaces. */
const writing = new Map<string, Turn>()

/** Ends the connection that writes to an upload, and waits until it has stopped. */
export async function endWriting(id: string): Promise<void> {
  for (let other = writing.get(id); other; other = writing.get(id)) {
    other.cut.abort()
    await other.ended
  }
}

/** Begins to write to an upload. The last check and the entry are one step, since two writers could change checked bytes. */
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
