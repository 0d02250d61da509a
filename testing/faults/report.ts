import type { Check, LivePitch } from './livePitch.ts'

/** The result of a repeated fault. */
export interface FaultResult {
  readonly fault: string
  readonly cycles: number
  /** Cycles in which the process really ran, was really killed, and people were really writing. */
  readonly valid: number
  /** Milliseconds until everything was back, the worst of all cycles. */
  readonly worstReturn: number
  readonly check: Check
  /** Of calls ten seconds after the return, in milliseconds, if measured. */
  readonly p99?: number
  /** How often each person had to retry once the server was back, if measured. */
  readonly attemptsEach?: number
}

/** The limits for a fault, in milliseconds and in attempts. */
const MOST = { return: 5000, p99: 1000, attemptsEach: 3 }

/** Waits until people have been writing again for a while. Otherwise a cycle proves nothing. */
export async function untilBusy({ load }: LivePitch, writes = 30): Promise<void> {
  const before = load.acknowledged()
  for (const end = Date.now() + 60_000; load.acknowledged() < before + writes; )
    if (Date.now() > end) throw new Error('no write succeeded for a minute')
    else await new Promise(resolve => setTimeout(resolve, 20))
}

/** Repeats a fault on a live pitch; `strike` injects it and returns the milliseconds until everything was back. */
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

/** Runs a fault by hand: `node testing/faults/server.ts 30`. Exits with 1 if something was lost, or took too long. */
export async function byHand(run: (cycles: number) => Promise<FaultResult[]>) {
  const results = await run(Number(process.argv[2] ?? 30))
  for (const result of results) console.log(JSON.stringify(result))
  const whole = results.every(({ fault, cycles, valid, worstReturn, check, p99 = 0, attemptsEach = 0 }) =>
    fault.startsWith('control')
      ? check.lost > 0
      : valid === cycles &&
        worstReturn <= MOST.return &&
        p99 < MOST.p99 &&
        attemptsEach <= MOST.attemptsEach &&
        check.lost + check.doubled + check.wrongEvents === 0 &&
        check.pageIsRight &&
        check.audit === 'ok',
  )
  process.exit(whole ? 0 : 1)
}
