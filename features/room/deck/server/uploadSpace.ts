import { stat } from 'node:fs/promises'
import type { Frame } from '#server/frame.ts'
import { freeBytes } from '#server/storage/local.ts'
import { pathOf, uploadsFolder } from './finishUpload.ts'
import { arrivingUploads } from './uploadQueries.ts'

/** Bytes that were promised to the uploads that arrive on this server, and have not come yet. */
async function promisedBytes(frame: Frame): Promise<number> {
  let promised = 0
  for (const { id, size } of await arrivingUploads(frame.db)) {
    const found = await stat(pathOf(frame, id)).catch(() => undefined)
    if (found) promised += Math.max(0, size - found.size)
  }
  return promised
}

/** Who waits for their turn to be promised space. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Begins an upload if the disk has space for it besides those that arrive already: false if not. One after the other on
 * this server, so that two cannot be promised the same space.
 */
export function withSpaceFor(frame: Frame, size: number, begin: () => Promise<void>): Promise<boolean> {
  const turn = last.then(async () => {
    const free = await freeBytes(uploadsFolder(frame))
    if (free < size || free - (await promisedBytes(frame)) < size) return false
    await begin()
    return true
  })
  last = turn.catch(() => {})
  return turn
}
