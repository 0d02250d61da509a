import type { Page } from '@playwright/test'
import { makePitch } from './api.ts'
import { enter, plays, voicesHeard } from './room.ts'
import { expect, test } from './stack.ts'

// what is not there after ten seconds will not come
test.use({ actionTimeout: 10_000 })

/** The hooks that a page's script has put between the room and the browser. */
interface Between {
  /** The browser's permission prompt stays open until this is called. */
  answer: (() => void) | undefined
  /** From now on each prompt stays open. */
  ask(): void
  asked: number
  readonly devices: MediaStreamTrack[]
  /** Breaks LiveKit's connections, so that it has to reconnect from the start. */
  break(): Promise<void>
}
declare const between: Between

/** A browser that asks before it provides a device, and whose connection may break. */
function standBetween(): void {
  const connections: RTCPeerConnection[] = []
  const sockets: WebSocket[] = []
  let stands: Promise<void> | undefined
  const between: Between = {
    answer: undefined,
    ask() {
      stands = new Promise(done => {
        between.answer = () => {
          stands = undefined
          done()
        }
      })
    },
    asked: 0,
    devices: [],
    async break() {
      for (const connection of connections) connection.close()
      for (const socket of sockets) if (socket.url.includes('/rtc')) socket.close(4000)
    },
  }
  Object.assign(globalThis, { between })
  const { mediaDevices } = navigator
  const give = mediaDevices.getUserMedia.bind(mediaDevices)
  mediaDevices.getUserMedia = async wanted => {
    between.asked++
    await stands
    const stream = await give(wanted)
    between.devices.push(...stream.getTracks())
    return stream
  }
  globalThis.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(...given: [RTCConfiguration?]) {
      super(...given)
      connections.push(this)
    }
  }
  globalThis.WebSocket = class extends WebSocket {
    constructor(...given: [string | URL, (string | string[])?]) {
      super(...given)
      sockets.push(this)
    }
  }
}

const asked = (page: Page) => page.evaluate(() => between.asked)
const open = (page: Page, kind: string) =>
  page.evaluate(
    of => between.devices.filter(track => track.kind === of && track.enabled && track.readyState === 'live').length,
    kind,
  )

test('[PROD-016, ERR-053] a person who turns their microphone off is not heard, even while it starts or while video reconnects', async ({
  browser,
  stack,
}) => {
  test.setTimeout(240_000)
  const pitch = await makePitch(stack, { attendees: ['investor'] })
  const paula = await enter(browser, stack, 'presenter', pitch)
  await paula.addInitScript(standBetween)
  await paula.reload()
  await expect(paula.getByRole('button', { name: 'Start pitch' })).toBeVisible()
  const ivan = await test.step('the pitch starts, and the browser asks for camera and microphone', async () => {
    await expect.poll(() => asked(paula)).toBe(1)
    await paula.evaluate(() => between.ask())
    await paula.getByRole('button', { name: 'Start pitch' }).click()
    await expect.poll(() => asked(paula)).toBe(3)
    return enter(browser, stack, 'investor', pitch)
  })

  await test.step('turned off before she answers, nothing is sent and no device stays open', async () => {
    await paula.getByRole('button', { name: 'Microphone' }).click()
    await paula.getByRole('button', { name: 'Camera' }).click()
    await paula.evaluate(() => between.answer?.())
    await expect.poll(() => paula.evaluate(() => between.devices.length)).toBe(3)
    await expect.poll(async () => [await open(paula, 'audio'), await open(paula, 'video')]).toEqual([0, 0])
    expect(await voicesHeard(ivan)).toBe(0)
    await expect(ivan.locator('.faces video')).toHaveCount(0)
  })

  await test.step('turned on, she is heard and seen', async () => {
    await paula.getByRole('button', { name: 'Microphone' }).click()
    await paula.getByRole('button', { name: 'Camera' }).click()
    await plays(ivan)
    await expect.poll(() => voicesHeard(ivan)).toBe(1)
  })

  await test.step('turned off while video begins anew, she is not heard after it', async () => {
    const before = await asked(paula)
    await paula.evaluate(() => between.ask())
    await paula.evaluate(() => between.break())
    // LiveKit opens both devices again to republish them
    await expect.poll(() => asked(paula), { timeout: 60_000 }).toBe(before + 2)
    await paula.getByRole('button', { name: 'Microphone' }).click()
    await paula.evaluate(() => between.answer?.())
    await plays(ivan)
    expect(await voicesHeard(ivan)).toBe(0)
    expect(await open(paula, 'audio')).toBe(0)
    await paula.getByRole('button', { name: 'Microphone' }).click()
    await expect.poll(() => voicesHeard(ivan), { timeout: 20_000 }).toBe(1)
  })
})
