import { setTimeout as sleep } from 'node:timers/promises'
import { startLivePitch } from './livePitch.ts'
import { byHand, type FaultResult, repeat, untilBusy } from './report.ts'

/**
 * Kills the server with a crowd in the room, which reconnects at once: each person may need only a few attempts, and
 * calls have to be fast again `rest` milliseconds later.
 */
export async function killUnderCrowd(cycles: number, people = 1000, rest = 10_000): Promise<FaultResult> {
  const pitch = await startLivePitch({ people, present: people })
  let p99 = 0
  let attemptsEach = 0
  try {
    const result = await repeat(`kill -9 with ${people} in the room`, pitch, cycles, async () => {
      const before = pitch.console.pid()
      await pitch.console.kill('SIGKILL')
      await pitch.console.start()
      const attempts = pitch.attempts()
      const returned = await pitch.untilEverybodyIsBack()
      attemptsEach = Math.max(attemptsEach, (pitch.attempts() - attempts) / people)
      await sleep(rest)
      pitch.load.times()
      await untilBusy(pitch, 100)
      const times = pitch.load.times().toSorted((a, b) => a - b)
      p99 = Math.max(p99, times[Math.floor(times.length * 0.99)] ?? Number.POSITIVE_INFINITY)
      return { killed: pitch.console.pid() !== before, returned }
    })
    return { ...result, p99: Math.round(p99), attemptsEach: Math.round(attemptsEach * 100) / 100 }
  } finally {
    await pitch.stop()
  }
}

if (import.meta.main) await byHand(async cycles => [await killUnderCrowd(cycles)])
