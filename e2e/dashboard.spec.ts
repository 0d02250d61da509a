import { callerOf, makePitch } from './api.ts'
import { browserOf, isAccessible, signIn } from './people.ts'
import { expect, test } from './stack.ts'

test('[PROD-032, SCREEN-024, ROUTE-077] an investor sees the spotlight, opens a pitch, puts another aside and takes it back', async ({
  browser,
  stack,
}) => {
  test.setTimeout(240_000)
  const { people, password } = stack.facts
  const lit = await makePitch(stack, { startsInMinutes: 600, fields: { is_public: true, about: 'Ink from plants.' } })
  const other = await makePitch(stack, { startsInMinutes: 700, fields: { is_public: true } })
  const admin = await callerOf(stack, people.admin.username, password)
  await admin.updatePitchSpotlight({ uuid: lit.uuid, spotlight: true })

  const page = await browserOf(browser, stack)
  await signIn(page, people.investor.username, password)
  await page.goto('/mydashboard/index')
  const spotlight = page.getByRole('region', { name: 'Spotlight', exact: true })
  const ahead = page.getByRole('region', { name: 'Upcoming pitches', exact: true })

  await test.step('the spotlight leads to the pitch, which says what comes next', async () => {
    await expect(spotlight.getByRole('link', { name: lit.name, exact: true })).toBeVisible()
    await expect(spotlight.getByRole('link', { name: other.name, exact: true })).toHaveCount(0)
    await isAccessible(page)
    await spotlight.getByRole('link', { name: lit.name, exact: true }).click()
    await expect(page).toHaveURL(`/mydashboard/detail/${lit.uuid}`)
    await expect(page.getByText('Ink from plants.')).toBeVisible()
    await expect(
      page.getByRole('region', { name: 'Next step' }).getByRole('link', { name: 'Join pitch' }),
    ).toBeVisible()
    await isAccessible(page)
    await page.goBack()
  })

  await test.step('another one is put aside, and its presenter sees a number', async () => {
    await ahead.getByRole('button', { name: `Actions for ${other.name}` }).click()
    await page.getByRole('menuitem', { name: 'Not interested' }).click()
    await expect(ahead.getByRole('link', { name: other.name, exact: true })).toHaveCount(0)
    const presenter = await browserOf(browser, stack)
    await signIn(presenter, people.presenter.username, password)
    await presenter.goto(`/pitches/view/${other.id}?tab=invited`)
    await expect(presenter.getByText('1 attendee set this pitch aside before it started.')).toBeVisible()
  })

  await test.step('it is brought back', async () => {
    await page.getByRole('tab', { name: 'Not interested' }).click()
    await page.getByRole('button', { name: `Restore ${other.name}` }).click()
    await page.getByRole('tab', { name: 'Upcoming pitches' }).click()
    await expect(ahead.getByRole('link', { name: other.name, exact: true })).toBeVisible()
  })
})
