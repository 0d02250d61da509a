import type { Check, LivePitch } from './livePitch.ts'

/** What came of a fault that was repeated. */
export interface FaultResult {
  readonly fault: string
  readonly cycles: number
  /** Cycles in which the thing really ran, was really killed, and people were really writing. */
  readonly valid: number
  /** Milliseconds until all was back, the worst of all cycles. */
  readonly worstReturn: number
  readonly check: Check
}

/** Waits until people have been writing again for a while. Without that a cycle proves nothing. */
export async function untilBusy({ load }: LivePitch, writes = 30): Promise<void> {
  const before = load.acknowledged()
  for (const end = Date.now() + 60_000; load.acknowledged() < before + writes; )
    if (Date.now() > end) throw new Error('nobody could write for a minute')
    else await new Promise(resolve => setTimeout(resolve, 20))
}

/** Repeats a fault on a live pitch; `strike` makes it happen and answers the milliseconds until all was back. */
export async function repeat(
  fault: string,
  pitch: LivePitch,
  cycles: number,
  strike: () => Promise<{ killed: boolean; returned: number }>,
): Promise<FaultResult> {
  let valid = 0
  let worstReturn = 0
  for (let cycle = 0; cycle < cycles; cycle++) {
    await untilBusy(pitch)
    const { killed, returned } = await strike()
    if (killed) valid++
    worstReturn = Math.max(worstReturn, returned)
  }
  await untilBusy(pitch)
  await pitch.load.stop()
  return { fault, cycles, valid, worstReturn: Math.round(worstReturn), check: await pitch.check() }
}

/** Runs a fault by hand: `node testing/faults/server.ts 30`. Ends with 1 when something was lost, or took over five seconds. */
export async function byHand(run: (cycles: number) => Promise<FaultResult[]>) {
  const results = await run(Number(process.argv[2] ?? 30))
  for (const result of results) console.log(JSON.stringify(result))
  const whole = results.every(({ fault, cycles, valid, worstReturn, check }) =>
    fault.startsWith('control')
      ? check.lost > 0
      : valid === cycles &&
        worstReturn <= 5000 &&
        check.lost + check.doubled + check.wrongEvents === 0 &&
        check.pageIsRight &&
        check.audit === 'ok',
  )
  process.exit(whole ? 0 : 1)
}
