import { tinySegmenter } from '#testing/tinySegmenter.ts'
import { expect, test } from './stack.ts'

test('an invitee tests the connection to the pitch, including the video server, and it works', async ({ page }) => {
  await page.goto('/preGuide')
  await page.getByRole('button', { name: 'Start test' }).click()
  await expect(page.getByRole('button', { name: 'Test again' })).toBeVisible({ timeout: 60_000 })
  const steps = page.getByRole('list', { name: 'Test your connection' })
  const step = (name: string) => steps.getByRole('listitem').filter({ hasText: name })
  for (const name of ['Browser', 'Camera', 'Microphone', 'Live connection', 'Video over UDP'])
    await expect(step(name)).toContainText('Good')
  await expect(step('Video over UDP')).toContainText('UDP, ')
})

test('[ROOM-007] a presenter sees the shelves background before anyone else does', async ({ page }) => {
  // this model takes bright pixels for a person; everything around it is real
  await page.route('**/background/selfie_segmenter.tflite', route =>
    route.fulfill({ body: Buffer.from(tinySegmenter()), contentType: 'application/octet-stream' }),
  )
  await page.goto('/preVideo')
  await page.getByRole('button', { name: 'Background' }).click()
  await page.getByText('Bookshelf').click()
  /** How much more red than green there is: the test camera is green, the shelves are brown. */
  const warmth = () =>
    page.getByLabel('Your video').evaluate(element => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 32, height: 18 })
      const context = canvas.getContext('2d')
      context?.drawImage(element as HTMLVideoElement, 0, 0, 32, 18)
      const { data = [] } = context?.getImageData(0, 0, 32, 18) ?? {}
      let sum = 0
      for (let i = 0; i < data.length; i += 4) sum += (data[i] ?? 0) - (data[i + 1] ?? 0)
      return sum / (32 * 18)
    })
  // on a busy machine the camera may be turned off rather than show the room, with a message: then once more
  await expect(async () => {
    if (await page.getByText('too slow for a background').isVisible()) {
      await page.getByText('None', { exact: true }).click()
      await page.getByText('Bookshelf').click()
    }
    await expect.poll(warmth, { timeout: 15_000, intervals: [200] }).toBeGreaterThan(5)
  }).toPass({ timeout: 70_000 })
})
