import { randomUUID } from 'node:crypto'
import { startLivePitch } from './livePitch.ts'
import { byHand, type FaultResult, repeat, untilBusy } from './report.ts'

/** Kills the server while people chat, commit and turn pages, and restarts it. */
export async function killServer(cycles: number): Promise<FaultResult[]> {
  const pitch = await startLivePitch()
  try {
    const result = await repeat('kill -9 of the server', pitch, cycles, async () => {
      const before = pitch.console.pid()
      await pitch.console.kill('SIGKILL')
      await pitch.console.start()
      return { killed: pitch.console.pid() !== before, returned: await pitch.untilEverybodyIsBack() }
    })
    return [result]
  } finally {
    await pitch.stop()
  }
}

/** The control, which must lose: a client that treats sent requests as acknowledged, and never repeats them. */
export async function killServerUnderPretence(): Promise<FaultResult> {
  const pitch = await startLivePitch()
  try {
    await untilBusy(pitch)
    await pitch.load.stop()
    const { group_id: group_uuid = '' } =
      (await pitch.query<{ group_id: string }>('select group_id from chat_message limit 1'))[0] ?? {}
    const pretended: string[] = []
    let answered = 0
    const pretend = (local_msg_id: string) =>
      fetch(`${pitch.console.url}/imapi/v1.4/instant/messaging/send`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${pitch.attendees[pretended.push(local_msg_id) % pitch.attendees.length]?.token}`,
        },
        body: new URLSearchParams({ group_uuid, content: 'pretended', local_msg_id }),
      }).then(
        () => void answered++,
        () => {},
      )
    for (let i = 0; i < 200; i++) void pretend(randomUUID())
    while (answered < 20) await new Promise(resolve => setTimeout(resolve, 1))
    await pitch.console.kill('SIGKILL')
    await pitch.console.start()
    const stored = await pitch.query<{ id: string }>(
      "select local_message_id as id from chat_message where content = 'pretended'",
    )
    const there = new Set(stored.map(({ id }) => id))
    const check = await pitch.check()
    const lost = pretended.filter(id => !there.has(id)).length
    return {
      fault: 'control: acknowledged before the answer',
      cycles: 1,
      valid: 1,
      worstReturn: 0,
      check: { ...check, lost },
    }
  } finally {
    await pitch.stop()
  }
}

if (import.meta.main) await byHand(async cycles => [...(await killServer(cycles)), await killServerUnderPretence()])
