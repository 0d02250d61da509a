import { resolve } from 'node:path'
import { findLiveKit } from '#server/media/ownLiveKit.ts'

/** A program that tests need. Tests are skipped without it, except in CI, where they fail. */
export function needed(name: string, found: string | undefined, env = process.env): string | undefined {
  if (!found && env['CI']) throw new Error(`${name} is missing, and in CI no test is left out for that`)
  if (!found) console.warn(`${name} is not on this machine, so what needs it is not tested here`)
  return found
}

/** LiveKit's program: the machine's own, or the one that npm test builds. */
export const liveKit = needed('LiveKit', findLiveKit(resolve(import.meta.dirname, '../data')))
