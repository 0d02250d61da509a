/** The person whose file causes the work, and their organization. */
export interface Sender {
  readonly accountId: string
  readonly organisationId: string
}

export interface Turns {
  /** Waits for the sender's turn; the function that is returned ends it. */
  take(sender: Sender): Promise<() => void>
  /** The same without waiting: undefined when it is not the sender's turn, who then asks again within two seconds. */
  tryTake(sender: Sender): (() => void) | undefined
}

/** How long a sender who asked in vain goes before one who was served later. */
const ASKS_AGAIN_MS = 3000

/**
 * Shares a few places fairly. A person has one at a time. Of the waiting work, that of the organization that was served
 * longest ago comes first, and within it that of the person who was. `spare` further places are for organizations that
 * have none yet, so that a flood from one organization does not delay another.
 */
export function createTurns({ places, spare }: { readonly places: number; readonly spare: number }): Turns {
  const running: Sender[] = []
  const waiting: { sender: Sender; start(end: () => void): void }[] = []
  const asked = new Map<string, { readonly sender: Sender; readonly at: number }>()
  const served = new Map<string, number>()
  let count = 0

  const mayRun = ({ accountId, organisationId }: Sender) => {
    if (running.some(other => other.accountId === accountId)) return false
    const isFirst = !running.some(other => other.organisationId === organisationId)
    return running.length < places + (isFirst ? spare : 0)
  }
  const run = (sender: Sender) => {
    running.push(sender)
    served.set(sender.organisationId, ++count).set(sender.accountId, count)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      running.splice(running.indexOf(sender), 1)
      startNext()
      if (running.length === 0 && asked.size === 0) served.clear()
    }
  }
  const lastServed = (id: string) => served.get(id) ?? 0
  const byTurn = (a: Sender, b: Sender) =>
    lastServed(a.organisationId) - lastServed(b.organisationId) || lastServed(a.accountId) - lastServed(b.accountId)
  const startNext = () => {
    const able = waiting.filter(({ sender }) => mayRun(sender))
    const [next] = able.sort((a, b) => byTurn(a.sender, b.sender))
    if (!next) return
    waiting.splice(waiting.indexOf(next), 1)
    next.start(run(next.sender))
    startNext()
  }
  /** Whether another sender who asked in vain is to be served first. */
  const comesAfter = (sender: Sender) => {
    const since = performance.now() - ASKS_AGAIN_MS
    for (const [id, { at }] of asked) if (at < since) asked.delete(id)
    return [...asked.values()].some(other => mayRun(other.sender) && byTurn(other.sender, sender) < 0)
  }
  return {
    tryTake(sender) {
      if (mayRun(sender) && !comesAfter(sender)) {
        asked.delete(sender.accountId)
        return run(sender)
      }
      asked.set(sender.accountId, { sender, at: performance.now() })
      return undefined
    },
    async take(sender) {
      if (mayRun(sender)) return run(sender)
      return new Promise(start => waiting.push({ sender, start }))
    },
  }
}
