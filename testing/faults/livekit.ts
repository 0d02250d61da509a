import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type LivePitch, startLivePitch } from './livePitch.ts'
import { byHand, type FaultResult, repeat } from './report.ts'

/** LiveKit's process; the previous one while the file is being written. */
let known = 0
function livekit({ console }: LivePitch): number {
  const text = readFileSync(join(console.dataDir, 'livekit.pid'), 'utf8')
  if (text.endsWith('}')) known = (JSON.parse(text) as { pid: number }).pid
  return known
}

/** Whether LiveKit would admit the presenter now, with a new token from the console. */
async function videoWorks({ console, uuid, presenterToken }: LivePitch): Promise<boolean> {
  const answer = await fetch(`${console.url}/webapi/rest/app/token/getAgoraToken`, {
    method: 'POST',
    headers: { authorization: `Bearer ${presenterToken}` },
    body: new URLSearchParams({ pitch_uuid: uuid }),
  }).then(reply => reply.json() as Promise<{ data?: { url: string; token: string } }>)
  if (!answer.data) return false
  const validate = `${answer.data.url.replace(/^ws/, 'http')}/rtc/validate?access_token=${answer.data.token}`
  return (await fetch(validate)).ok
}

/** Kills LiveKit: video is back within seconds, and chat is not affected. */
export async function killLiveKit(cycles: number): Promise<FaultResult & { readonly writesMeanwhile: number }> {
  const pitch = await startLivePitch()
  let writesMeanwhile = Number.POSITIVE_INFINITY
  try {
    const result = await repeat('kill -9 of LiveKit', pitch, cycles, async () => {
      const worked = await videoWorks(pitch)
      const before = livekit(pitch)
      const writes = pitch.load.acknowledged()
      const began = performance.now()
      process.kill(before, 'SIGKILL')
      while (livekit(pitch) === before || !(await videoWorks(pitch))) await sleep(20)
      const returned = performance.now() - began
      await sleep(Math.max(0, 500 - returned))
      // people write now and then, and less often on a busy machine
      for (const end = Date.now() + 30_000; pitch.load.acknowledged() === writes && Date.now() < end; ) await sleep(20)
      writesMeanwhile = Math.min(writesMeanwhile, pitch.load.acknowledged() - writes)
      return { killed: worked && livekit(pitch) !== before, returned }
    })
    return { ...result, writesMeanwhile }
  } finally {
    await pitch.stop()
  }
}

if (import.meta.main) await byHand(async cycles => [await killLiveKit(cycles)])
