/**
 * Calls that may hold a database connection at once: of one person, for one room, and in all. There are ten
 * connections, so calls that only read still find one while others wait for a room's lock.
 */
const AT_ONCE = { person: 4, room: 4, all: 7 } as const

interface Line {
  running: number
  readonly waiting: (() => void)[]
}

const lines = new Map<string, Line>()

/**
 * Runs calls a few at a time: a person who makes a hundred calls delays only their own, and calls that wait for a
 * room's lock delay only that room.
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
    // the next call takes this one's place
    const next = line.waiting.shift()
    if (next) next()
    else if (--line.running === 0) lines.delete(name)
  }
}
