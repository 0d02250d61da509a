import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { identify, isRunning, type ProcessIdentity } from './identity.ts'
import { leash } from './leash.ts'

const leashModule = JSON.stringify(new URL('./leash.ts', import.meta.url).href)

/** A separate parent process that runs a program on a leash and prints its id. */
async function startParent(command: string[], graceSeconds: number) {
  const code = `
    import { leash } from ${leashModule}
    const leashed = leash(${JSON.stringify(command[0])}, ${JSON.stringify(command.slice(1))}, { signal: 'TERM', graceSeconds: ${graceSeconds} })
    console.log(leashed.child.pid)
    setInterval(() => {}, 1000)`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(createInterface(parent.stdout), 'line')) as [string]
  const child = identify(Number(line))
  if (!child) throw new Error('the program did not start')
  return { parent, child }
}

async function secondsUntilGone(child: ProcessIdentity) {
  const began = Date.now()
  while (isRunning(child)) {
    if (Date.now() - began > 10_000) throw new Error('it outlived its parent')
    await sleep(20)
  }
  return (Date.now() - began) / 1000
}

describe('a program on a leash', () => {
  it.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)('ends after its parent got %s', async signal => {
    const { parent, child } = await startParent(['sleep', '600'], 2)
    parent.kill(signal)
    expect(await secondsUntilGone(child)).toBeLessThan(3)
  })

  it('gets a second signal if it waits for others after the first', async () => {
    const lines: string[] = []
    const wait = "trap 'echo asked; n=$((n + 1)); [ $n = 2 ] && exit 0' TERM; while :; do sleep 0.01; done"
    const child = leash('sh', ['-c', wait], {
      signal: 'TERM',
      insists: true,
      graceSeconds: 5,
      onLine: l => lines.push(l),
    })
    await sleep(200)
    const began = performance.now()
    await child.stop()
    expect(performance.now() - began).toBeLessThan(2000)
    expect(lines).toEqual(['asked', 'asked'])
  })

  it('is killed after the grace period when it ignores the signal', async () => {
    const { parent, child } = await startParent(['sh', '-c', 'trap "" TERM; while :; do sleep 1; done'], 1)
    await sleep(200)
    parent.kill('SIGKILL')
    expect(await secondsUntilGone(child)).toBeGreaterThan(0.5)
  })

  it('would stay behind without the leash', async () => {
    // The control: what the tests above would see if the leash did nothing.
    const code = `const { spawn } = await import('node:child_process')
      console.log(spawn('sleep', ['600'], { detached: true, stdio: 'ignore' }).pid); setInterval(() => {}, 1000)`
    const parent = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await once(createInterface(parent.stdout), 'line')) as [string]
    const child = identify(Number(line))
    parent.kill('SIGKILL')
    await once(parent, 'exit')
    await sleep(1500)
    expect(child && isRunning(child)).toBe(true)
    process.kill(Number(line), 'SIGKILL')
  })

  it('reports its lines, its end, and stops when told', async () => {
    const lines: string[] = []
    const short = leash('sh', ['-c', 'echo one; echo two >&2; exit 3'], {
      signal: 'TERM',
      graceSeconds: 1,
      onLine: line => lines.push(line),
    })
    expect(await short.exited).toBe(3)
    await sleep(50)
    expect(lines.sort()).toEqual(['one', 'two'])
    const long = leash('sleep', ['600'], { signal: 'TERM', graceSeconds: 1 })
    await long.stop()
    expect(await long.exited).toBe(null)
  })
})
