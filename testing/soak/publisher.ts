import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { browserProgram } from '../browser.ts'

/** Seconds between two marks, each a white picture and a tone at the same moment. */
export const MARK_EVERY = 2
/** Pictures a second. */
export const PACE = 30

/** What the page of the publisher has for this process. */
interface Publisher {
  /** Enters a room, and sends the marks. */
  begin(url: string, token: string): Promise<void>
  /** Shows a red picture from now on, for a moment. */
  turn(): void
}

const page = `<!doctype html><script src="/livekit.js"></script><script>
  const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 })
  document.documentElement.append(canvas)
  const pen = canvas.getContext('2d')
  let [count, flashed, turned, last] = [0, 0, 0, 0]
  async function begin(url, token) {
    const sound = new AudioContext()
    const out = sound.createMediaStreamDestination()
    const tone = sound.createOscillator()
    const gain = sound.createGain()
    tone.frequency.value = 1000
    gain.gain.value = 0
    tone.connect(gain).connect(out)
    tone.start()
    setInterval(() => {
      const now = performance.now()
      const mark = Math.floor(now / ${MARK_EVERY * 1000})
      if (mark !== last) {
        last = mark
        flashed = now
        gain.gain.setValueAtTime(0.7, sound.currentTime)
        gain.gain.setValueAtTime(0, sound.currentTime + 0.15)
      }
      pen.fillStyle = now - turned < 400 ? '#f00' : now - flashed < 150 ? '#fff' : '#135'
      pen.fillRect(0, 0, 320, 180)
      if (pen.fillStyle === '#113355') {
        pen.fillStyle = '#246'
        pen.fillRect((count++ * 7) % 320, 60, 40, 40)
      }
    }, 1000 / ${PACE})
    const room = new LivekitClient.Room({ publishDefaults: { videoCodec: 'h264', simulcast: false, dtx: false, red: false } })
    await room.connect(url, token)
    const [picture] = canvas.captureStream(${PACE}).getVideoTracks()
    await room.localParticipant.publishTrack(picture, { source: 'camera' })
    await room.localParticipant.publishTrack(out.stream.getAudioTracks()[0], { source: 'microphone' })
  }
  function turn() { turned = performance.now() }
</script>`

/** A browser that sends marks which both a picture and a sound show, as a presenter's would. */
export async function openPublisher() {
  const library = readFileSync(
    join(import.meta.dirname, '../../node_modules/livekit-client/dist/livekit-client.umd.js'),
  )
  const server = createServer((request, answer) =>
    request.url === '/livekit.js'
      ? answer.writeHead(200, { 'content-type': 'text/javascript' }).end(library)
      : answer.writeHead(200, { 'content-type': 'text/html' }).end(page),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const browser = await chromium.launch({
    executablePath: browserProgram,
    chromiumSandbox: false,
    args: ['--disable-gpu', '--autoplay-policy=no-user-gesture-required', '--disable-background-timer-throttling'],
  })
  const shown = await browser.newPage()
  await shown.goto(`http://localhost:${(server.address() as AddressInfo).port}/`)
  return {
    begin: (url: string, token: string) =>
      shown.evaluate(([address = '', key = '']) => (globalThis as unknown as Publisher).begin(address, key), [
        url,
        token,
      ] as const),
    turn: () => shown.evaluate(() => (globalThis as unknown as Publisher).turn()),
    stop: async () => {
      await browser.close()
      server.close()
    },
  }
}
