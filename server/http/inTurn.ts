/** Calls of one person that may hold a connection to the database at once; there are ten for everybody. */
const AT_ONCE = 4

interface Line {
  running: number
  readonly waiting: (() => void)[]
}

const lines = new Map<string, Line>()

/** Runs what somebody has asked for, a few at a time: whoever asks for a hundred things waits for themselves alone. */
export async function inTurn<T>(accountId: string | undefined, act: () => Promise<T>): Promise<T> {
  if (accountId === undefined) return act()
  const line = lines.get(accountId) ?? { running: 0, waiting: [] }
  lines.set(accountId, line)
  if (line.running >= AT_ONCE) await new Promise<void>(resolve => line.waiting.push(resolve))
  else line.running++
  try {
    return await act()
  } finally {
    // whoever is next takes our place
    const next = line.waiting.shift()
    if (next) next()
    else if (--line.running === 0) lines.delete(accountId)
  }
}
