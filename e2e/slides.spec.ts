import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { makeLargePdf, makeLinkedPptx, makeLockedPdf, makePdf, makePptx } from '#testing/decks.ts'
import { makePitch } from './api.ts'
import { browserOf, isAccessible, signIn } from './people.ts'
import { startPitch } from './room.ts'
import { expect, test } from './stack.ts'

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer })
const choose = (page: Page, ...files: ReturnType<typeof file>[]) =>
  page.locator('input[type=file]').first().setInputFiles(files)
// Text is matched in any case, patterns are not.
const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ hasText: new RegExp(name.replaceAll('.', '\\.')) })
const names = (page: Page) => page.locator('.deck-rows > li .deck-row-name > :first-child').allTextContents()

test('[PROD-013, ROUTE-099, RULE-052, RULE-053, RULE-054, ERR-038] slides are sent, shown, ordered, replaced and deleted', async ({
  browser,
  stack,
}) => {
  test.setTimeout(240_000)
  const page = await browserOf(browser, stack)
  await signIn(page, stack.facts.people.presenter.username, stack.facts.password)

  await test.step('in the form of a new pitch, with every refusal at its file', async () => {
    await page.goto('/pitches/create')
    await choose(
      page,
      file('notes.txt', Buffer.from('no deck')),
      file('locked.pdf', makeLockedPdf()),
      file('garbage.pptx', randomBytes(5000)),
    )
    await expect(row(page, 'notes.txt')).toContainText('Only .pptx, .ppt, and .pdf files are supported.')
    await expect(row(page, 'locked.pdf')).toContainText('The file is password-protected.')
    await expect(row(page, 'garbage.pptx')).toContainText('Only .pptx, .ppt, and .pdf files are supported.')
    await choose(page, file('first.pdf', await makePdf(3)))
    await expect(row(page, 'first.pdf').getByRole('button', { name: /Open slide/ })).toHaveCount(3, { timeout: 30_000 })
    await choose(page, file('FIRST.pdf', await makePdf(1)))
    await expect(row(page, 'FIRST.pdf')).toContainText('This pitch already has a file with that name.')
    for (const refused of ['notes.txt', 'locked.pdf', 'garbage.pptx', 'FIRST.pdf'])
      await row(page, refused)
        .getByRole('button', { name: /^Remove/ })
        .click()
    await isAccessible(page)
  })

  await test.step('an upload waits while the network is gone, and goes on by itself', async () => {
    const large = await makeLargePdf(40e6)
    const client = await page.context().newCDPSession(page)
    const network = (offline: boolean, uploadThroughput: number) =>
      client.send('Network.emulateNetworkConditions', { offline, latency: 0, downloadThroughput: -1, uploadThroughput })
    await client.send('Network.enable')
    await network(false, 12e6)
    await choose(page, file('large.pdf', large))
    const large_row = row(page, 'large.pdf')
    await expect(large_row).toContainText(/MB\/s/)
    await network(true, 0)
    await expect(large_row).toContainText('Connection lost.')
    await network(false, -1)
    await expect(large_row).toContainText('1 slide', { timeout: 30_000 })
    await large_row.getByRole('button', { name: /^Remove/ }).click()
    await expect(large_row).toHaveCount(0)
  })

  await test.step('on the slides screen of a pitch, by keyboard as well', async () => {
    const { uuid } = await makePitch(stack)
    await page.goto(`/pitches/editfile/${uuid}`)
    await expect(page.locator('.deck-rows > li')).toHaveCount(1, { timeout: 30_000 })
    await page.getByRole('button', { name: 'Choose files' }).focus()
    const chosen = page.waitForEvent('filechooser')
    await page.waitForTimeout(500) // a key is pressed at once, and the browser asks nobody until it is told to
    await page.keyboard.press('Enter')
    const chooser = await chosen
    await chooser.setFiles([file('second.pptx', await makePptx([{ title: 'Added' }, { title: 'By keyboard' }]))])
    const second = row(page, 'second.pptx')
    await expect(second).toContainText('2 slides', { timeout: 60_000 })
    await second.getByRole('button', { name: /^Move up/ }).click()
    await expect.poll(() => names(page)).toEqual([expect.stringContaining('second'), expect.anything()])
    await second.getByRole('button', { name: 'Open slide 1' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByAltText('Added')).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(dialog.getByAltText('By keyboard')).toBeVisible()
    await isAccessible(page)
    await page.keyboard.press('Escape')
  })

  await test.step('a better file takes another’s place; links are left out and it says so', async () => {
    const second = row(page, 'second.pptx')
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      second.getByRole('button', { name: /^Replace/ }).click(),
    ])
    await chooser.setFiles([file('third.pptx', await makeLinkedPptx('http://127.0.0.1:9/x.png'))])
    // Its upload is shown in the row of the file that it replaces.
    await expect(second).toHaveCount(0, { timeout: 60_000 })
    const third = row(page, 'third.pptx')
    await expect(third).toContainText('1 slide', { timeout: 60_000 })
    await expect(third).toContainText(
      'Some images or media in this file are linked from other servers, so they’re missing from the slides.',
    )
    await page.mouse.move(0, 0) // moves the pointer away, so that no tooltip is open
    await expect(page.getByRole('tooltip')).toHaveCount(0)
    await isAccessible(page)
  })

  await test.step('deleting asks, can be taken back, and leaves the last file', async () => {
    const remove = async (name: string) => {
      await row(page, name)
        .getByRole('button', { name: /^Delete/ })
        .click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete file' }).click()
    }
    await remove('third.pptx')
    await expect(row(page, 'third.pptx')).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(row(page, 'third.pptx')).toHaveCount(1)
    await remove('third.pptx')
    await expect(page.locator('.deck-rows > li')).toHaveCount(1)
    const [last = ''] = await names(page)
    await remove(last)
    await expect(page.getByRole('dialog')).toContainText('This is the pitch’s only file.')
  })
})

test('[ROUTE-047] everybody may open a preview’s address, and sees pages only who may see the pitch', async ({
  browser,
  stack,
}) => {
  const stranger = await browserOf(browser, stack)
  await stranger.goto(`/previewPdf/${stack.facts.pitch.uuid}`)
  await expect(stranger.getByText('Sign in to view this deck')).toBeVisible()
  await isAccessible(stranger)
  const page = await browserOf(browser, stack)
  await signIn(page, stack.facts.people.presenter.username, stack.facts.password)
  await page.goto(`/previewPdf/${stack.facts.pitch.uuid}`)
  await expect(page.locator('figure img').first()).toBeVisible()
  await isAccessible(page)
})

test('[PROD-016] an upright page is seen whole, on stage, as what comes next and at the door', async ({
  browser,
  stack,
}) => {
  const pitch = await makePitch(stack, { pdf: await makePdf(3, [612, 792]), attendees: ['investor'] })
  const isWhole = (page: Page) =>
    expect(async () => {
      const boxes = await page.locator('.slide').evaluateAll(frames =>
        frames.map(frame => {
          const picture = frame.querySelector('img')
          const [inner, outer] = [picture?.getBoundingClientRect(), frame.getBoundingClientRect()]
          const fits = picture !== null && getComputedStyle(picture).objectFit === 'contain'
          return (
            fits && inner && inner.height <= outer.height + 1 && inner.width <= outer.width + 1 && inner.height > 50
          )
        }),
      )
      expect(new Set(boxes)).toEqual(new Set([true]))
    }).toPass({ timeout: 10_000 })
  await isWhole(await startPitch(browser, stack, pitch))
  const ivan = await browserOf(browser, stack)
  await signIn(ivan, stack.facts.people.investor.username, stack.facts.password)
  await ivan.goto(`/join-session/${pitch.uuid}`)
  await isWhole(ivan)
})
