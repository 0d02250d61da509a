// Apart from the words of time.ts, which the room can do without.

/** Milliseconds for which the device is taken to stay in its zone: asking costs a millisecond, and a chat asks for each line. */
const STAYS = 60_000
let device = { zone: '', askedAt: Number.NEGATIVE_INFINITY }

function deviceZone(): string {
  const now = performance.now()
  if (now - device.askedAt > STAYS)
    device = { zone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC', askedAt: now }
  return device.zone
}

let chosen: string | undefined
const listeners = new Set<() => void>()

/**
 * [CONST-035] The zone in which the person who is signed in reads times: that of their profile, wherever they are at the
 * moment. Nobody's is the device's, and so is one that this browser does not know.
 */
export function setReaderZone(zone: string | undefined): void {
  const next = zone && isZone(zone) ? zone : undefined
  if (next === chosen) return
  chosen = next
  for (const listener of listeners) listener()
}

export const readerZone = (): string => chosen ?? deviceZone()

/** Tells the shown times that the reader's zone has changed. */
export function onReaderZone(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function isZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}
