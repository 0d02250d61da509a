import { isZone, deviceZone as zoneOfDevice } from '#contract/times.ts'

// Apart from time.ts, whose words the room does not need.

/** How long the device's zone is cached, in milliseconds: reading it takes one, and a chat reads it for each line. */
const STAYS = 60_000
let device = { zone: '', askedAt: Number.NEGATIVE_INFINITY }

function deviceZone(): string {
  const now = performance.now()
  if (now - device.askedAt > STAYS) device = { zone: zoneOfDevice() ?? 'UTC', askedAt: now }
  return device.zone
}

let chosen: string | undefined
const listeners = new Set<() => void>()

/**
 * [CONST-035] Sets the zone in which the signed-in person reads times: that of their profile, wherever they are. Without
 * one, or with one that this browser does not know, it is the device's.
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
