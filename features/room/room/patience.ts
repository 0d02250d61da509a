/** Milliseconds that an attempt to connect may take at most. */
const LONGEST = 15_000
/**
 * Milliseconds for an attempt on a fast network. TCP repeats an unanswered packet after one second and again after three. An
 * attempt that began while the network was down succeeds at one of these, with time left for a server to which a whole
 * crowd returns, or it gives way to a new attempt, which succeeds at once.
 */
const USUAL = 4000
/** Round trips of one connection: TCP, TLS and the WebSocket handshake. */
const TRIPS = 3
/** The most milliseconds until the next attempt. `unheard`: no server got the last one, so a retry costs no server anything. */
const PAUSE = { unheard: 300, refused: 1000, rare: 10_000 }
/**
 * Failures before attempts become rare, because browsers delay the next WebSocket: Chrome by up to five seconds after a dozen
 * failures in a few minutes, Firefox longer each time.
 */
const FORGIVEN = 10
/** Milliseconds that a knock may take, as short as an attempt for the same reason, and until the next one. */
const KNOCK = { within: 1500, again: { unheard: 300, refused: 1000 } }
/** In an attempt's first milliseconds an answered knock changes nothing: it, or its first repetition, was just sent. */
const YOUNG = 1500
/** Milliseconds until the next knock when an answered one led to no connection; doubled each time up to `most`. */
const IN_VAIN = { least: 1000, most: 10_000 }

/** Milliseconds between Socket.IO's attempts, spread at random so that browsers do not return all at once. */
export const ATTEMPTS = { reconnectionDelay: 200, reconnectionDelayMax: PAUSE.refused, randomizationFactor: 0.5 }

/** The path that answers 200 while a server runs. */
export const ALIVE = '/livez'

/** Milliseconds that an attempt to connect may take when one round trip takes `trip` milliseconds. */
export const patienceFor = (trip: number): number => Math.min(LONGEST, USUAL + TRIPS * trip)

/** The used part of Socket.IO's manager. */
interface Attempts {
  on(event: 'error', heard: (error: Error) => void): unknown
  on(event: 'close', heard: (why: string) => void): unknown
  on(event: 'open' | 'reconnect_attempt', heard: () => void): unknown
  timeout(milliseconds: number): unknown
  reconnectionDelayMax(milliseconds: number): unknown
}

export interface Door {
  /** Requests `ALIVE`. Fails without an answer within these milliseconds. */
  knock(milliseconds: number): Promise<unknown>
  /** Begins an attempt to connect at once, in place of a running one. */
  again(): void
  wait(milliseconds: number): Promise<unknown>
}

/**
 * Distinguishes a slow network from a dead one, and detects its return. Attempts are short after a first connection, because
 * one that began on a dead network stays dead when it returns. On a slow network short attempts would never succeed, so the
 * duration of a knock sets theirs. Knocks fill the time between the repetitions of an unanswered attempt, and after too many
 * failures attempts become rare.
 */
export function keepPatience(attempts: Attempts, door: Door): void {
  let began = Date.now()
  let failed = 0
  let inVain = 0
  /** Whether the duration of a round trip is being measured, and the current series of knocks. */
  let measuring = false
  let knocking: object | undefined
  // the page has just come over this connection, so it is fast enough
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
    // this end has closed the connection, and may open another one at once
    knocking = undefined
    began = Date.now()
  })
  attempts.on('error', ({ message }) => {
    const isUnheard = message === 'timeout'
    failed++
    attempts.reconnectionDelayMax(failed > FORGIVEN ? PAUSE.rare : isUnheard ? PAUSE.unheard : PAUSE.refused)
    if (isUnheard) void measure()
    if (isUnheard || failed > FORGIVEN) void knock()
  })

  async function measure(): Promise<void> {
    if (measuring) return
    measuring = true
    const trip = await timeOf(() => door.knock(LONGEST))
    measuring = false
    // without an answer the network is dead, and short attempts are right
    attempts.timeout(trip === undefined ? USUAL : patienceFor(trip))
  }

  async function knock(): Promise<void> {
    if (knocking) return
    const mine = {}
    knocking = mine
    await door.wait(inVain === 0 ? 0 : Math.min(IN_VAIN.most, IN_VAIN.least * 2 ** (inVain - 1)))
    while (knocking === mine) {
      const sent = Date.now()
      const trip = await timeOf(() => door.knock(KNOCK.within))
      if (knocking !== mine) return
      if (trip !== undefined && Date.now() - began >= YOUNG) {
        attempts.timeout(patienceFor(trip))
        inVain++
        return door.again()
      }
      const isUnheard = trip !== undefined || Date.now() - sent >= KNOCK.within
      await door.wait((isUnheard ? KNOCK.again.unheard : KNOCK.again.refused) * (0.5 + Math.random()))
    }
  }
}

/** Milliseconds until the answer; undefined when there was none. */
async function timeOf(request: () => Promise<unknown>): Promise<number | undefined> {
  const sent = Date.now()
  return request().then(
    () => Date.now() - sent,
    () => undefined,
  )
}
