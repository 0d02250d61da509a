/** Milliseconds that an attempt to connect may take at most. */
const LONGEST = 15_000
/**
 * What it takes where an answer takes no time: a busy server's turn, or a line's hiccup. Machines repeat what nobody answers
 * after one second and then after three: an attempt that was begun while the network was dead is answered at one of these, with
 * time left for a server to which a whole crowd comes back, or given up for a new one, which is answered at once.
 */
const USUAL = 4000
/** What connecting takes of trips there and back: TCP, TLS and the WebSocket's own. */
const TRIPS = 3
/** Milliseconds until the next attempt at most: soon after one that nobody heard, which has cost nobody anything. */
const PAUSE = { unheard: 300, refused: 1000, rare: 10_000 }
/**
 * How many failures cost nothing yet. Of those that follow browsers make us pay: Chrome begins a WebSocket up to five seconds
 * late after a dozen failures in a few minutes, and Firefox later and later.
 */
const FORGIVEN = 10
/** Milliseconds that a knock may take, for the same reason as an attempt, and until the next one. */
const KNOCK = { within: 1500, again: { unheard: 300, refused: 1000 } }
/** An attempt that is younger, in milliseconds, was begun just now, or its first repetition is: a knock's answer changes nothing. */
const YOUNG = 1500
/** Until somebody knocks again who was answered and still could not connect: longer each time, and at most so long. */
const IN_VAIN = { least: 1000, most: 10_000 }

/** How long Socket.IO waits between its attempts, in milliseconds, and never all browsers equally long. */
export const ATTEMPTS = { reconnectionDelay: 200, reconnectionDelayMax: PAUSE.refused, randomizationFactor: 0.5 }

/** Answers 200 to whoever asks whether there is a server. */
export const ALIVE = '/livez'

/** How long an attempt to connect may take where an answer took `trip` milliseconds. */
export const patienceFor = (trip: number): number => Math.min(LONGEST, USUAL + TRIPS * trip)

/** What is used of Socket.IO's manager. */
interface Attempts {
  on(event: 'error', heard: (error: Error) => void): unknown
  on(event: 'close', heard: (why: string) => void): unknown
  on(event: 'open' | 'reconnect_attempt', heard: () => void): unknown
  timeout(milliseconds: number): unknown
  reconnectionDelayMax(milliseconds: number): unknown
}

export interface Door {
  /** Asks whether there is a server; fails when it does not say so within so many milliseconds. */
  knock(milliseconds: number): Promise<unknown>
  /** Begins an attempt to connect at once, in place of one that may be under way. */
  again(): void
  wait(milliseconds: number): Promise<unknown>
}

/**
 * Tells a slow network from a dead one, and finds out when there is one again. Attempts are short once a line was there: one
 * that was begun while the network was dead comes to nothing when it lives again. Over a line whose every answer takes seconds
 * none of them would ever be long enough: how long a knock takes says how long attempts may be. Between the repetitions of an
 * attempt that nobody heard somebody knocks, and after too many failures attempts become rare.
 */
export function keepPatience(attempts: Attempts, door: Door): void {
  let began = Date.now()
  let failed = 0
  let inVain = 0
  /** While somebody waits for the answer of a slow line, and while somebody knocks. */
  let asking = false
  let knocking: object | undefined
  // what knocks has just come over this line
  attempts.timeout(USUAL)
  attempts.on('reconnect_attempt', () => {
    began = Date.now()
  })
  attempts.on('open', () => {
    failed = 0
    inVain = 0
    knocking = undefined
    attempts.timeout(patienceFor((Date.now() - began) / TRIPS))
  })
  attempts.on('close', why => {
    if (why !== 'forced close') return
    // whoever is at this end has left, or begins anew at once
    knocking = undefined
    began = Date.now()
  })
  attempts.on('error', ({ message }) => {
    const isUnheard = message === 'timeout'
    failed++
    attempts.reconnectionDelayMax(failed > FORGIVEN ? PAUSE.rare : isUnheard ? PAUSE.unheard : PAUSE.refused)
    if (isUnheard) void askOnce()
    if (isUnheard || failed > FORGIVEN) void knock()
  })

  async function askOnce(): Promise<void> {
    if (asking) return
    asking = true
    const trip = await timeOf(() => door.knock(LONGEST))
    asking = false
    // nobody answers: the network is dead, and short attempts are the right ones
    attempts.timeout(trip === undefined ? USUAL : patienceFor(trip))
  }

  async function knock(): Promise<void> {
    if (knocking) return
    const mine = {}
    knocking = mine
    await door.wait(inVain === 0 ? 0 : Math.min(IN_VAIN.most, IN_VAIN.least * 2 ** (inVain - 1)))
    while (knocking === mine) {
      const asked = Date.now()
      const trip = await timeOf(() => door.knock(KNOCK.within))
      if (knocking !== mine) return
      if (trip !== undefined && Date.now() - began >= YOUNG) {
        attempts.timeout(patienceFor(trip))
        inVain++
        return door.again()
      }
      const isUnheard = trip !== undefined || Date.now() - asked >= KNOCK.within
      await door.wait((isUnheard ? KNOCK.again.unheard : KNOCK.again.refused) * (0.5 + Math.random()))
    }
  }
}

/** Milliseconds until the answer; undefined when there was none. */
async function timeOf(ask: () => Promise<unknown>): Promise<number | undefined> {
  const asked = Date.now()
  return ask().then(
    () => Date.now() - asked,
    () => undefined,
  )
}
