import { setTimeout as sleep } from 'node:timers/promises'
import type { Leashed } from '#server/process/leash.ts'

/** A program that is started again whenever it ends. */
export interface KeptUp {
  /** Its process id now. */
  pid(): number
  /** Whether it works, as far as is known here. */
  isUp(): boolean
  stop(): Promise<void>
}

/**
 * Starts a program and keeps it up; `start` resolves when it works. Fails when it does not come up the first time. `pause`
 * says in milliseconds when one that had worked is started again; one that ends at once waits longer each time.
 */
export async function keepUp(
  name: string,
  start: () => Promise<Leashed>,
  say: (line: string) => void,
  pause = () => 200,
): Promise<KeptUp> {
  let running = await start()
  let isUp = true
  let stopping = false
  const keep = async () => {
    for (let wait = 0; !stopping; ) {
      const began = Date.now()
      const code = await running.exited.catch(() => null)
      isUp = false
      if (stopping) return
      say(`${name} ended (${code ?? 'killed'}) and is being started again`)
      wait = Math.max(pause(), Date.now() - began > 10_000 ? 0 : Math.min(wait * 2, 10_000))
      await sleep(wait, undefined, { ref: false })
      if (stopping) return
      await start().then(
        again => {
          running = again
          isUp = true
        },
        error => say(`${name}: ${error instanceof Error ? error.message : error}`),
      )
    }
  }
  const kept = keep()
  return {
    pid: () => running.child.pid ?? 0,
    isUp: () => isUp,
    stop: async () => {
      stopping = true
      await running.stop()
      await kept
      await running.stop() // one that came up while we were asked to stop
    },
  }
}
