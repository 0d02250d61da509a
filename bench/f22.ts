import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { startConsoleProcess } from '#testing/consoleProcess.ts'
import { median } from './console.ts'
import type { FloodWork } from './flood.ts'
import { tailOf } from './pace.ts'
import type { Figure } from './run.ts'

/** Bodies a second; as many once took /livez to 943 ms. */
const PER_SECOND = 6
/** Probes a second. */
const PROBES = 100
const SECONDS = 6
const RUNS = 5

/**
 * F22: the p99 of `/livez` while strangers send the largest and most awkward bodies of every call that they may make,
 * beside an idle console. Both take turns. The flood comes from a thread of its own.
 */
export async function run(): Promise<Figure[]> {
  const console = await startConsoleProcess({ env: { TRUST_PROXY: 'true', LOG_LEVEL: 'warn' } })
  const workerData: FloodWork = { url: console.url, perSecond: PER_SECOND }
  const flood = new Worker(new URL('./flood.ts', import.meta.url), { workerData })
  try {
    await once(flood, 'message')
    const probe = async () => {
      await (await fetch(`${console.url}/livez`)).text()
    }
    const flooded = async (seconds: number) => {
      const over = once(flood, 'message')
      flood.postMessage(seconds)
      await sleep(200)
      const tail = await tailOf(PROBES, seconds - 0.5, probe)
      await over
      return tail
    }
    await flooded(SECONDS) // code that runs for the first time is slow
    const tails = { idle: [] as number[], flooded: [] as number[] }
    for (let n = 0; n < RUNS; n++) {
      tails.idle.push(await tailOf(PROBES, SECONDS, probe))
      tails.flooded.push(await flooded(SECONDS))
    }
    const [ours, yardstick] = [median(tails.flooded), median(tails.idle)]
    return [
      {
        id: 'F22',
        work: `/livez while strangers send ${PER_SECOND} of the largest bodies a second, p99; idle`,
        ...{ ours, yardstick, unit: 'ms', ratio: ours / yardstick },
        reach: 'at most 1.5 times idle',
        met: ours <= yardstick * 1.5,
      },
    ]
  } finally {
    await flood.terminate()
    await console.stop()
  }
}
