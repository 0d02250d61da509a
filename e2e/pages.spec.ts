import AxeBuilder from '@axe-core/playwright'
import { makePitch } from './api.ts'
import { browserOf, signIn } from './people.ts'
import { expect, test } from './stack.ts'

/** What founders open most, from a phone to a wide screen. */
const widths = [390, 800, 1440, 2560]

test('the pages around a pitch are as wide as their window, with a draft that says that it is saved', async ({
  browser,
  stack,
}) => {
  const { people, password } = stack.facts
  const page = await browserOf(browser, stack)
  await signIn(page, people.presenter.username, password)
  for (const path of ['/admin/index', '/pitches/list', '/pitches/draft', '/pitches/create']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    if (path === '/pitches/create') {
      await page.getByLabel('Pitch name').fill('A pitch that is still being written')
      await page.getByText('Draft saved', { exact: true }).waitFor()
    }
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      await expect.poll(beyond, { message: `${path} at ${width} pixels` }).toBeLessThanOrEqual(0)
    }
  }
})

test('the acts on a pitch are legible in the dark, also the one that deletes', async ({ browser, stack }) => {
  const { people, password } = stack.facts
  // a pitch that another journey has made live cannot be deleted
  const { name } = await makePitch(stack, { startsInMinutes: 60 })
  const page = await browserOf(browser, stack, { colorScheme: 'dark' })
  await signIn(page, people.presenter.username, password)
  await page.goto('/pitches/list')
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
  // a menu stands in no landmark, which is why it is this rule alone
  const faint = async () => {
    const { violations } = await new AxeBuilder({ page }).withRules('color-contrast').analyze()
    return violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))
  }
  await expect.poll(faint).toEqual([])
})
