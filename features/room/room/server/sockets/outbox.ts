import { type Prepared, together } from './frames.ts'

/** Sends the messages for everyone in a room, in their order. */
export interface Outbox<M> {
  send(prepared: Prepared): void
  /** A member joins, whose greeting covers all messages until now. */
  joined(member: M): void
  close(): void
}

/** The longest rest after a round of sending, in milliseconds. */
const LONGEST_REST = 50

/**
 * Sends at once while messages are few. When they are many, it rests after each round for as long as the round took, and
 * sends what came meanwhile in one piece, because one large write takes as long as a small one. Two hundred messages a
 * second to a thousand people are then some dozens of rounds, and the server has half of its time for everything else.
 */
export function openOutbox<M>(
  members: ReadonlySet<M>,
  send: (member: M, prepared: Prepared) => void,
  now: () => number = () => performance.now(),
): Outbox<M> {
  let waiting: Prepared[] = []
  /** The members who joined after the first waiting message. */
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
    send: prepared => {
      const isNews = waiting.push(prepared) === 1
      const rest = restUntil - now()
      if (rest < 1 && timer === undefined) return round()
      if (isNews) timer = setTimeout(round, rest)
      // newcomers are left out of the next round, so they get this message now
      for (const member of newcomers) send(member, prepared)
    },
    joined: member => {
      if (waiting.length > 0) newcomers.add(member)
    },
    close: () => clearTimeout(timer),
  }
}
