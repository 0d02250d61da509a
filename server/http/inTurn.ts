/**
 * Calls that may hold a connection to the database at once: of one person, to one room, and all of them. There are ten
 * connections, so that whoever only reads finds one while others wait for the lock of a room.
 */
const AT_ONCE = { person: 4, room: 4, all: 7 } as const

interface Line {
  running: number
  readonly waiting: (() => void)[]
}

const lines = new Map<string, Line>()

/**
 * Runs what somebody has asked for, a few at a time: whoever asks for a hundred things waits for themselves alone, and
 * those of a room whose lock is not to be had wait for their room alone.
 */
export const inTurn = <T>(of: { person?: string | undefined; room?: unknown }, act: () => Promise<T>): Promise<T> =>
  inLine('person', of.person, () => inLine('room', of.room, () => inLine('all', '', act)))

async function inLine<T>(kind: keyof typeof AT_ONCE, of: unknown, act: () => Promise<T>): Promise<T> {
  if (of === undefined) return act()
  const name = `${kind} ${of}`
  const line = lines.get(name) ?? { running: 0, waiting: [] }
  lines.set(name, line)
  if (line.running >= AT_ONCE[kind]) await new Promise<void>(resolve => line.waiting.push(resolve))
  else line.running++
  try {
    return await act()
  } finally {
    // whoever is next takes our place
    const next = line.waiting.shift()
    if (next) next()
    else if (--line.running === 0) lines.delete(name)
  }
}
