import { setTimeout as sleep } from 'node:timers/promises'
import { type LivePitch, startLivePitch } from './livePitch.ts'
import { byHand, type FaultResult, repeat } from './report.ts'

/**
 * Stops the server's process, as a machine under pressure may: without notice, and it continues as if no time had
 * passed.
 */
export async function haltServer(cycles: number, seconds = 10): Promise<FaultResult> {
  const pitch = await startLivePitch()
  try {
    return await repeat(`SIGSTOP of the server for ${seconds} s`, pitch, cycles, async () => {
      const before = pitch.load.acknowledged()
      process.kill(pitch.console.pid(), 'SIGSTOP')
      const halted = await settled(pitch)
      await sleep(seconds * 1000)
      const killed = pitch.load.acknowledged() === halted && halted >= before
      process.kill(pitch.console.pid(), 'SIGCONT')
      return { killed, returned: await pitch.untilEverybodyIsBack() }
    })
  } finally {
    await pitch.stop()
  }
}

/** The acknowledged requests when no more have come for a second: some may still be answered. */
async function settled({ load }: LivePitch): Promise<number> {
  for (const end = Date.now() + 10_000; ; ) {
    const before = load.acknowledged()
    await sleep(1000)
    if (load.acknowledged() === before || Date.now() > end) return load.acknowledged()
  }
}

if (import.meta.main) await byHand(async cycles => [await haltServer(cycles)])
