import { pauseBefore } from '#web/client/pause.ts'
import { momentIn } from '../moments.ts'
import { type Needing, neededAt, segmentAt, segmentsIn } from '../segments.ts'
import { happens } from './happens.ts'

/** Milliseconds after which what was requested early is of no use any more. */
const EARLY = 10_000
/** Times that a file is requested again, when the server or the network does not answer: for about a minute. */
const AGAIN = 25
/** Milliseconds after which a request without an answer is made again: a lost connection may hang for minutes. */
const PATIENCE = 15_000

/** A file that the server refuses, so that asking again is of no use. */
export class Refused extends Error {}

/** Files that were requested before their element was there, for its first loader. */
const early = new Map<string, Promise<ArrayBuffer>>()

/** Requests what an element will need first: the playlist of a stretch, and the segment of a moment in it. */
export async function beginStretch(src: string, at: number): Promise<void> {
  const ask = (address: string) => {
    const answer = bytesOf(address, AbortSignal.timeout(EARLY))
    early.set(address, answer)
    answer.catch(() => early.delete(address))
    return answer
  }
  const list = await ask(src)
  const first = segmentAt(segmentsIn(new TextDecoder().decode(list), src), at)
  if (first) await Promise.all([ask(first.head), ask(first.src)])
}

/** The same for all that is shown at a moment as links have it, or at the beginning. */
export async function beginStretches(replay: Needing, moment: string | null): Promise<void> {
  const needed = neededAt(replay, momentIn(moment))
  await Promise.all(needed.map(({ src, at }) => beginStretch(src, at)))
}

/**
 * A file, requested again while there is no answer.
 * @throws {Refused} where the server answers that there is none for this person
 */
export async function bytesOf(address: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const begun = early.get(address)
  early.delete(address)
  if (begun) return begun.catch(() => bytesOf(address, signal))
  for (let attempt = 0; ; attempt++) {
    let status = 0
    try {
      const answer = await within(PATIENCE, signal, both => fetch(address, { signal: both }))
      if (answer.ok) return await answer.arrayBuffer()
      status = answer.status
    } catch {
      signal.throwIfAborted()
    }
    const isFinal = status >= 400 && status < 500 && status !== 429
    if (isFinal) throw new Refused(`${address} is not there: ${status}`)
    if (attempt >= AGAIN) throw new Error(`${address} does not come: ${status}`)
    await happens(signal, [signal, 'abort'], pauseBefore(attempt))
  }
}

/** An act that is aborted when it takes too long; what it answers may take its time. */
async function within<T>(ms: number, signal: AbortSignal, act: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), ms)
  try {
    return await act(AbortSignal.any([signal, late.signal]))
  } finally {
    clearTimeout(timer)
  }
}
