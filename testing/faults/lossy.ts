import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { browserProgram } from '../browser.ts'
import { startConsoleProcess } from '../consoleProcess.ts'
import { layLossyNetwork } from './lossyNetwork.ts'
import type { Sound } from './lossyViewer.ts'

const viewer = new URL('./lossyViewer.ts', import.meta.url).pathname
const LISTEN_SECONDS = 20
const CUT_SECONDS = 8

/**
 * A viewer behind a line that loses a fifth of the packets and carries a megabit: what they hear, and how soon they
 * recover.
 */
export async function watchOverLossyLine() {
  const network = layLossyNetwork()
  const console = await startConsoleProcess({
    mode: 'demo',
    reachedAt: network.here,
    env: { VIDEO_NODE_IP: network.here, LOG_LEVEL: 'warn' },
  })
  const browser = await chromium.launch({
    executablePath: browserProgram,
    chromiumSandbox: false,
    args: ['--disable-gpu', '--disable-quic', '--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'],
  })
  try {
    const facts = await console.demo()
    const stage = await browser.newContext({ baseURL: console.url })
    const presenter = await stage.newPage()
    await presenter.request.post('/restapi/v1.4/oauth/token/pbx/', {
      form: { grant_type: 'password', username: facts.people.presenter.username, password: facts.password },
    })
    await presenter.goto(`/live/${facts.pitch.uuid}`)
    await presenter.getByRole('button', { name: 'Start pitch' }).click()
    await presenter.getByRole('button', { name: 'End pitch' }).waitFor()

    const [program = '', ...before] = network.inside
    const inside = spawn(program, [...before, process.execPath, viewer, facts.links.investor], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const answers = createInterface({ input: inside.stdout })[Symbol.asyncIterator]()
    const answer = async <T>(): Promise<T> => {
      const { value, done } = await answers.next()
      if (done) throw new Error('the viewer has ended')
      return JSON.parse(value) as T
    }
    const ask = <T>(what: string): Promise<T> => {
      inside.stdin.write(`${what}\n`)
      return answer<T>()
    }
    await answer()
    const sound = await ask<Sound>(String(LISTEN_SECONDS))
    network.cut(true)
    await sleep(CUT_SECONDS * 1000)
    network.cut(false)
    const back = await ask<number>('video')
    inside.stdin.write('end\n')
    return { fault: '20% loss, 1 Mbit/s', listened: LISTEN_SECONDS, ...sound, backAfterCut: Math.round(back) }
  } finally {
    await browser.close()
    await console.stop()
    network.remove()
  }
}

if (import.meta.main) {
  const result = await watchOverLossyLine()
  globalThis.console.log(JSON.stringify(result))
  // Speech stays understandable while less than a tenth of it is concealed.
  const isWell = result.concealed < 0.1 && result.seconds > LISTEN_SECONDS * 0.9 && result.backAfterCut < 5000
  process.exit(isWell ? 0 : 1)
}
