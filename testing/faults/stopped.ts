import { setTimeout as sleep } from 'node:timers/promises'
import { startLivePitch } from './livePitch.ts'
import { byHand, type FaultResult, repeat } from './report.ts'

/** Halts the server, as a machine under pressure does: nobody is told, and it goes on as if no time had passed. */
export async function haltServer(cycles: number, seconds = 10): Promise<FaultResult> {
  const pitch = await startLivePitch()
  try {
    return await repeat(`SIGSTOP of the server for ${seconds} s`, pitch, cycles, async () => {
      const before = pitch.load.acknowledged()
      process.kill(pitch.console.pid(), 'SIGSTOP')
      // what was on its way may still be answered
      await sleep(200)
      const halted = pitch.load.acknowledged()
      await sleep(seconds * 1000)
      const killed = pitch.load.acknowledged() === halted && halted >= before
      process.kill(pitch.console.pid(), 'SIGCONT')
      return { killed, returned: await pitch.untilEverybodyIsBack() }
    })
  } finally {
    await pitch.stop()
  }
}

if (import.meta.main) await byHand(async cycles => [await haltServer(cycles)])
