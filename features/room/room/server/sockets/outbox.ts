import { type Prepared, together } from './frames.ts'

/** What goes to everybody in a room, in its order. */
export interface Outbox<M> {
  say(prepared: Prepared): void
  /** Somebody came, and was told all that was said until now. */
  came(member: M): void
  close(): void
}

/** The longest rest after a round, in milliseconds. */
const LONGEST_REST = 50

/**
 * Sends at once while little happens. When a lot does, it rests after each round for as long as that took, and says what
 * came meanwhile in one piece: a crowd takes one large write in the time of one small one, so that two hundred messages a
 * second to a thousand people are some dozens of rounds, and the server has half of its time for everything else.
 */
export function openOutbox<M>(
  members: ReadonlySet<M>,
  send: (member: M, prepared: Prepared) => void,
  now: () => number = () => performance.now(),
): Outbox<M> {
  let waiting: Prepared[] = []
  /** Those who came since the first of what waits. */
  let newcomers = new Set<M>()
  let timer: NodeJS.Timeout | undefined
  let restUntil = 0

  const round = () => {
    timer = undefined
    const [all, without] = [together(waiting), newcomers]
    waiting = []
    newcomers = new Set()
    const began = now()
    for (const member of members) if (!without.has(member)) send(member, all)
    const ended = now()
    restUntil = ended + Math.min(ended - began, LONGEST_REST)
  }
  return {
    say: prepared => {
      const isNews = waiting.push(prepared) === 1
      const rest = restUntil - now()
      if (rest < 1 && timer === undefined) return round()
      if (isNews) timer = setTimeout(round, rest)
      // Whoever came after the first of what waits has not been told the rest.
      for (const member of newcomers) send(member, prepared)
    },
    came: member => {
      if (waiting.length > 0) newcomers.add(member)
    },
    close: () => clearTimeout(timer),
  }
}
