import { makePitch } from './api.ts'
import { browserOf, isAccessible, signIn } from './people.ts'
import { enter, plays, seesSlide, startPitch, voicesHeard } from './room.ts'
import { expect, test } from './stack.ts'

// what is not there after ten seconds will not come
test.use({ actionTimeout: 10_000 })

test('a hand is raised, its voice is heard, and it is taken off the stage again', async ({ browser, stack }) => {
  test.setTimeout(240_000)
  const pitch = await makePitch(stack, { attendees: ['investor'] })
  const paula = await startPitch(browser, stack, pitch)
  const ivan = await enter(browser, stack, 'investor', pitch)
  await plays(ivan)
  await expect.poll(() => voicesHeard(ivan)).toBe(1)
  expect(await voicesHeard(paula)).toBe(0)

  await test.step('he raises his hand by keyboard, and the presenter lets him speak', async () => {
    await ivan.getByRole('button', { name: 'Raise hand' }).focus()
    await ivan.keyboard.press('Enter')
    await expect(ivan.getByRole('button', { name: 'Lower hand' })).toHaveAttribute('aria-pressed', 'true')
    await expect(paula.getByText(`${stack.facts.people.investor.name} raised a hand`)).toBeVisible()
    await paula.getByRole('button', { name: /^Attendees/ }).click()
    await isAccessible(paula)
    await paula.getByRole('button', { name: `Allow to speak: ${stack.facts.people.investor.name}` }).click()
  })

  await test.step('he is not heard before he agrees, then the presenter hears him', async () => {
    const dialog = ivan.getByRole('dialog', { name: 'You’re invited on stage' })
    await expect(dialog).toContainText('Nothing is sent until then.')
    await isAccessible(ivan)
    expect(await voicesHeard(paula)).toBe(0)
    await dialog.getByRole('button', { name: 'Turn on microphone' }).click()
    await expect(ivan.getByRole('button', { name: 'Leave stage' })).toBeVisible()
    await expect.poll(() => voicesHeard(paula), { timeout: 20_000 }).toBe(1)
    await isAccessible(ivan)
  })

  await test.step('he mutes himself and speaks again, and a reload leaves him on stage', async () => {
    await ivan.getByRole('button', { name: 'Microphone' }).click()
    await expect.poll(() => voicesHeard(paula)).toBe(0)
    await ivan.getByRole('button', { name: 'Microphone' }).click()
    await expect.poll(() => voicesHeard(paula)).toBe(1)
  })

  await test.step('in light colours as well, for bright places', async () => {
    for (const page of [paula, ivan]) {
      await page.getByRole('button', { name: 'More' }).click()
      await page.getByRole('button', { name: 'Settings' }).click()
      await page.getByLabel('Room theme').selectOption('Light')
      await isAccessible(page)
      await page.keyboard.press('Escape')
      await expect(page.locator('.room')).toHaveAttribute('data-look', 'light')
      await isAccessible(page)
    }
  })

  await test.step('taken off the stage, he is not heard, and he may ask again', async () => {
    await paula.getByRole('button', { name: `Remove from stage: ${stack.facts.people.investor.name}` }).click()
    await expect(ivan.getByRole('button', { name: 'Raise hand' })).toBeVisible()
    await expect.poll(() => voicesHeard(paula)).toBe(0)
  })
})

test('the presenter hands the pitch to a co-host, who goes on, pauses and ends it', async ({ browser, stack }) => {
  test.setTimeout(240_000)
  const { people } = stack.facts
  const pitch = await makePitch(stack, { slides: ['Opening', 'Numbers', 'Close'], attendees: ['chineseInvestor'] })
  const paula = await startPitch(browser, stack, pitch)
  const yilin = await enter(browser, stack, 'chineseInvestor', pitch)
  await seesSlide(yilin, 'Opening')

  await test.step('alone, leaving would end it', async () => {
    await paula.getByRole('button', { name: 'End pitch' }).click()
    await expect(paula.getByText('No one else from your team is here, so leaving ends the pitch.')).toBeVisible()
    await paula.getByRole('button', { name: 'Cancel' }).click()
  })

  const carl = await enter(browser, stack, 'coHost', pitch)
  await test.step('to the co-host who is here', async () => {
    await paula.getByRole('button', { name: 'End pitch' }).click()
    await isAccessible(paula)
    await paula.getByRole('button', { name: `Hand over to ${people.coHost.name} and leave` }).click()
    await expect(paula.getByRole('heading', { name: 'You left the room' })).toBeVisible()
    await isAccessible(paula)
  })

  await test.step('his pages reach everybody, and he is seen', async () => {
    const invited = carl.getByRole('dialog', { name: 'You’re invited on stage' })
    if (await invited.isVisible()) await invited.getByRole('button', { name: 'Turn on camera and microphone' }).click()
    await carl.keyboard.press('ArrowRight')
    await seesSlide(carl, 'Numbers')
    await seesSlide(yilin, 'Numbers')
    await plays(yilin)
  })

  await test.step('[STATE-016, STATE-017] paused for everyone, and on again', async () => {
    await expect.poll(() => voicesHeard(yilin)).toBe(1)
    await carl.getByRole('button', { name: 'Pause' }).click()
    await expect(yilin.getByText(/已暂停/).first()).toBeVisible()
    await expect.poll(() => voicesHeard(yilin)).toBe(0)
    await expect(yilin.locator('.faces video')).toHaveCount(0)
    await carl.getByRole('button', { name: 'Resume' }).click()
    await expect(yilin.getByText(/已暂停/)).toHaveCount(0)
    await plays(yilin)
    await expect.poll(() => voicesHeard(yilin), { timeout: 20_000 }).toBe(1)
  })

  await test.step('a person muted before a pause is muted after it, with the camera as it was', async () => {
    const microphone = carl.getByRole('button', { name: 'Microphone' })
    await microphone.click()
    await expect.poll(() => voicesHeard(yilin)).toBe(0)
    await carl.getByRole('button', { name: 'Pause' }).click()
    await expect(yilin.getByText(/已暂停/).first()).toBeVisible()
    await carl.getByRole('button', { name: 'Resume' }).click()
    await plays(yilin)
    expect(await voicesHeard(yilin)).toBe(0)
    await microphone.click()
    await expect.poll(() => voicesHeard(yilin)).toBe(1)
  })

  await test.step('the presenter comes back, and sees where it stands', async () => {
    await paula.getByRole('button', { name: 'Rejoin' }).click()
    await seesSlide(paula, 'Numbers')
  })

  await test.step('it ends for all at once', async () => {
    await carl.getByRole('button', { name: 'End pitch' }).click()
    await carl.getByRole('button', { name: 'End pitch for everyone' }).click()
    for (const [page, heading] of [
      [yilin, '路演已结束'],
      [paula, 'The pitch has ended'],
    ] as const)
      await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  })
})

test('a moderator removes a person, who stays out until readmitted', async ({ browser, stack }) => {
  test.setTimeout(180_000)
  const { name } = stack.facts.people.investor
  const pitch = await makePitch(stack, { attendees: ['investor'] })
  const paula = await startPitch(browser, stack, pitch)
  const mona = await enter(browser, stack, 'moderator', pitch)
  const ivan = await enter(browser, stack, 'investor', pitch)
  await seesSlide(ivan, 'Start')

  await test.step('after being asked', async () => {
    await mona.getByRole('button', { name: /^Attendees/ }).click()
    await mona.getByRole('button', { name: `Remove ${name}` }).click()
    const dialog = mona.getByRole('dialog', { name: `Remove ${name}?` })
    await expect(dialog).toContainText('leaves the room right away.')
    await isAccessible(mona)
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  })

  await test.step('out at once, and the address does not help', async () => {
    await expect(ivan.getByText('You were removed from this room')).toBeVisible()
    await isAccessible(ivan)
    await ivan.goto(`/join-session/${pitch.uuid}`)
    await expect(ivan.getByText('You were removed from this room')).toBeVisible()
    expect(await ivan.locator('video, audio').count()).toBe(0)
    await seesSlide(paula, 'Start')
  })

  await test.step('let in again', async () => {
    await mona.getByRole('button', { name: 'Readmit' }).click()
    await ivan.goto(`/live/${pitch.uuid}`)
    await seesSlide(ivan, 'Start')
    await plays(ivan)
  })
})

test('outside a live room no media is received; a person who joins sees and hears it', async ({ browser, stack }) => {
  test.setTimeout(120_000)
  const pitch = await makePitch(stack, { attendees: ['investor'] })
  await startPitch(browser, stack, pitch)
  const ivan = await browserOf(browser, stack)
  await ivan.addInitScript(() => {
    const lines: RTCPeerConnection[] = []
    const Line = RTCPeerConnection
    Object.assign(globalThis, {
      RTCPeerConnection: class extends Line {
        constructor(settings?: RTCConfiguration) {
          super(settings)
          lines.push(this)
        }
      },
      received: async (kind: string) => {
        const reports = (await Promise.all(lines.map(line => line.getStats()))).flatMap(all => [...all.values()])
        return reports.filter(one => one.type === 'inbound-rtp' && one.kind === kind).map(one => one.packetsReceived)
      },
    })
  })
  /** The packets of each audio or video track that LiveKit has agreed to send here. */
  const received = (kind: 'audio' | 'video') =>
    ivan.evaluate(what => (globalThis as unknown as { received(kind: string): Promise<number[]> }).received(what), kind)
  await signIn(ivan, stack.facts.people.investor.username, stack.facts.password)
  await ivan.goto(`/join-session/${pitch.uuid}`)
  await expect(ivan.getByRole('button', { name: 'Join' })).toBeVisible()

  await test.step('a picture that begins is stopped at once, and a sound is held', async () => {
    await expect.poll(async () => (await received('video')).length, { timeout: 20_000 }).toBe(1)
    for (const kind of ['video', 'audio'] as const)
      await expect(async () => {
        const before = await received(kind)
        await ivan.waitForTimeout(1500)
        expect(await received(kind)).toEqual(before)
      }).toPass({ timeout: 20_000 })
    // LiveKit fills the second after a sound was muted with silence, fifty packets of it
    for (const packets of await received('audio')) expect(packets).toBeLessThan(75)
  })

  await test.step('joined, both are there', async () => {
    await ivan.getByRole('button', { name: 'Join' }).click()
    await plays(ivan)
    await expect.poll(() => voicesHeard(ivan)).toBe(1)
  })
})
