/** Milliseconds that an attempt to connect may take at most. */
const LONGEST = 15_000
/** What it takes where an answer takes no time: a busy server's turn, or a line's hiccup. */
const USUAL = 3500
/** What connecting takes of trips there and back: TCP, TLS and the WebSocket's own. */
const TRIPS = 3
/**
 * How long an attempt may take of which nobody knows whether anybody hears it. Machines repeat an unanswered one after one
 * second and then after three: one that was begun while the network was dead is answered at the first of these, with time left
 * for a server to which a whole crowd comes back, or given up for a new one, which is answered at once.
 */
const UNHEARD = 2500
/** The longest pause after one that nobody heard: it has cost nobody anything. After one that was refused it is a second. */
const PAUSE = { unheard: 300, refused: 1000 }

/** How long an attempt to connect may take where an answer took `trip` milliseconds. */
export const patienceFor = (trip: number): number => Math.min(LONGEST, USUAL + TRIPS * trip)

/** What is used of Socket.IO's manager. */
interface Attempts {
  on(event: 'error', heard: (error: Error) => void): unknown
  on(event: 'open' | 'reconnect_attempt', heard: () => void): unknown
  timeout(milliseconds: number): unknown
  reconnectionDelayMax(milliseconds: number): unknown
}

/**
 * Tells a slow network from a dead one. Attempts are short once a line was there, because one that was begun while the network
 * was dead comes to nothing when it lives again. Over a line whose every answer takes seconds none of them would ever be long
 * enough: after one that was too short `ask` asks the server for anything, and how long that takes says how long attempts may be.
 */
export function keepPatience(attempts: Attempts, ask: () => Promise<unknown>): void {
  let asking = false
  let began = Date.now()
  // what asks has just come over this line
  attempts.timeout(USUAL)
  attempts.on('reconnect_attempt', () => {
    began = Date.now()
  })
  attempts.on('open', () => {
    if (Date.now() - began < UNHEARD / TRIPS) attempts.timeout(UNHEARD)
  })
  attempts.on('error', ({ message }) => {
    const isUnheard = message === 'timeout'
    attempts.reconnectionDelayMax(isUnheard ? PAUSE.unheard : PAUSE.refused)
    if (!isUnheard || asking) return
    asking = true
    const asked = Date.now()
    void ask()
      .then(
        () => attempts.timeout(patienceFor(Date.now() - asked)),
        // nobody answers: the network is dead, and short attempts are the right ones
        () => attempts.timeout(UNHEARD),
      )
      .finally(() => {
        asking = false
      })
  })
}

/** Milliseconds after which an answer to that question is of no use. */
export const ASKED_FOR: number = LONGEST
