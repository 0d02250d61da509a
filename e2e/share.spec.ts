import { makePitch } from './api.ts'
import { isAccessible } from './people.ts'
import { enter, plays, startPitch } from './room.ts'
import { expect, test } from './stack.ts'

// what is not there after ten seconds will not come
test.use({ actionTimeout: 10_000 })

test('[CALL-058, CALL-059] a shared screen is large for everybody, and gone when it ends', async ({
  browser,
  stack,
}) => {
  test.setTimeout(180_000)
  const { name } = stack.facts.people.presenter
  const pitch = await makePitch(stack, { attendees: ['investor'] })
  const paula = await startPitch(browser, stack, pitch)
  const ivan = await enter(browser, stack, 'investor', pitch)
  await plays(ivan)
  await paula.getByRole('button', { name: /^Share/ }).click()
  await isAccessible(paula)
  await paula.getByRole('button', { name: /This screen/ }).click()
  const screen = ivan.getByLabel(`Screen of ${name}`)
  await plays(ivan, screen)
  await isAccessible(ivan)
  await expect(paula.getByText('You’re sharing your screen').first()).toBeVisible()
  await paula
    .getByRole('button', { name: /^Share: stop|Stop sharing/i })
    .first()
    .click()
  await expect(screen).toHaveCount(0)
})
