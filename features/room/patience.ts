/**
 * Milliseconds that an attempt to connect may take at least, and at most. Machines repeat an unanswered one after one and
 * after three seconds: one that was begun while the network was dead is answered at the next of these once it lives again.
 */
const SHORTEST = 3500
const LONGEST = 15_000
/** What connecting takes of trips there and back: TCP, TLS and the WebSocket's own. */
const TRIPS = 3

/** How long an attempt to connect may take where an answer took `trip` milliseconds. */
export const patienceFor = (trip: number): number => Math.min(LONGEST, SHORTEST + TRIPS * trip)

/** What is used of Socket.IO's manager. */
interface Attempts {
  on(event: 'error', heard: (error: Error) => void): unknown
  on(event: 'open' | 'reconnect_attempt', heard: () => void): unknown
  timeout(milliseconds: number): unknown
}

/**
 * Tells a slow network from a dead one. Attempts are short, because one that was begun while the network was dead comes to
 * nothing when it lives again. Over a line whose every answer takes seconds none of them would ever be long enough: after
 * one that was too short `ask` asks the server for anything, and how long that takes says how long attempts may be.
 */
export function keepPatience(attempts: Attempts, ask: () => Promise<unknown>): void {
  let asking = false
  let began = Date.now()
  attempts.timeout(SHORTEST)
  attempts.on('reconnect_attempt', () => {
    began = Date.now()
  })
  attempts.on('open', () => {
    if (Date.now() - began < SHORTEST / TRIPS) attempts.timeout(SHORTEST)
  })
  attempts.on('error', ({ message }) => {
    if (message !== 'timeout' || asking) return
    asking = true
    const asked = Date.now()
    void ask()
      .then(
        () => attempts.timeout(patienceFor(Date.now() - asked)),
        // nobody answers: the network is dead, and short attempts are the right ones
        () => attempts.timeout(SHORTEST),
      )
      .finally(() => {
        asking = false
      })
  })
}

/** Milliseconds after which an answer to that question is of no use. */
export const ASKED_FOR: number = LONGEST
