import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { leash } from '#server/process/leash.ts'
import { freePort, freeUdpPort } from '#server/process/ports.ts'
import { median } from './console.ts'
import type { Figure } from './run.ts'

const root = new URL('..', import.meta.url).pathname
const STARTS = 5

/** Milliseconds from `npm start` to the first answered page; ends the console afterwards. */
async function timeStart(env: NodeJS.ProcessEnv): Promise<number> {
  const began = performance.now()
  const npm = leash('npm', ['start'], { signal: 'TERM', graceSeconds: 20, cwd: root, env })
  try {
    for (const until = Date.now() + 120_000; Date.now() < until; await sleep(10)) {
      const page = await fetch(`http://127.0.0.1:${env['PORT']}/`, { headers: { accept: 'text/html' } }).catch(() => {})
      if (page?.ok && (await page.text()).includes('<html')) return performance.now() - began
    }
    throw new Error('npm start answered no page')
  } finally {
    await npm.stop()
  }
}

/** F10: the second `npm start` on a data folder to its first answered page. The very first start is timed by hand. */
export async function run(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rostrum-start-'))
  await chmod(dataDir, 0o711)
  const tools = join(root, 'data/tools')
  const env = {
    ...process.env,
    PATH: `${process.env['PATH']}:${tools}`,
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    VIDEO_UDP_PORT: String(await freeUdpPort(0)),
  }
  try {
    await timeStart(env)
    const times: number[] = []
    for (let start = 0; start < STARTS; start++) times.push(await timeStart(env))
    const ours = median(times)
    const work = 'second npm start to the first answered page'
    return [{ id: 'F10', work, ours, yardstick: null, unit: 'ms', ratio: null, reach: '3000 ms', met: ours <= 3000 }]
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}
