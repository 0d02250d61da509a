import { expect, test } from './stack.ts'

test('a newcomer opens the console and is asked to sign in', async ({ page }) => {
  await page.goto('/')
  await expect(page.locator('form')).toBeVisible()
})

test('the demo has a pitch with ten pages about to start', async ({ stack, request }) => {
  const { presenter } = stack.facts.people
  const signIn = await request.post('/restapi/v1.4/oauth/token/pbx/', {
    form: { grant_type: 'password', username: presenter.username, password: stack.facts.password },
  })
  expect(signIn.ok()).toBe(true)
  const { access_token } = (await signIn.json()) as { access_token: string }
  const pages = await request.post('/webapi/rest/app/token/sgGetPitchPagesData', {
    headers: { authorization: `Bearer ${access_token}` },
    form: { pitch_uuid: stack.facts.pitch.uuid },
  })
  expect(await pages.json()).toMatchObject({ data: { status: 'ready', total: 10 } })
  const sinceStart = Date.parse(stack.facts.pitch.startsAt) - stack.startedAt
  expect(sinceStart).toBeGreaterThan(2 * 60_000)
  expect(sinceStart).toBeLessThan(10 * 60_000)
})
