import { setTimeout as sleep } from 'node:timers/promises'
import type { Leashed } from '#server/process/leash.ts'

/** A program that is started again whenever it ends. */
export interface KeptUp {
  /** Its process id now. */
  pid(): number
  stop(): Promise<void>
}

/**
 * Starts a program and keeps it up; `start` resolves when it works. Fails when it does not come up the first time. `pause`:
 * milliseconds until one that had worked is started again; one that ends at once waits longer each time.
 */
export async function keepUp(
  name: string,
  start: () => Promise<Leashed>,
  say: (line: string) => void,
  pause = 200,
): Promise<KeptUp> {
  let running = await start()
  let stopping = false
  const keep = async () => {
    for (let wait = pause; !stopping; ) {
      const began = Date.now()
      const code = await running.exited.catch(() => null)
      if (stopping) return
      say(`${name} ended (${code ?? 'killed'}) and is being started again`)
      wait = Date.now() - began > 10_000 ? pause : Math.min(wait * 2, 10_000)
      await sleep(wait, undefined, { ref: false })
      if (stopping) return
      await start().then(
        again => {
          running = again
        },
        error => say(`${name}: ${error instanceof Error ? error.message : error}`),
      )
    }
  }
  const kept = keep()
  return {
    pid: () => running.child.pid ?? 0,
    stop: async () => {
      stopping = true
      await running.stop()
      await kept
      await running.stop() // one that came up while we were asked to stop
    },
  }
}
