import type { Page } from '@playwright/test'
import { makePitch } from './api.ts'
import { isAccessible } from './people.ts'
import { enter, openPanel, seesSlide, startPitch } from './room.ts'
import { expect, test } from './stack.ts'

// what is not there after ten seconds will not come
test.use({ actionTimeout: 10_000 })

const chatOf = (page: Page) => openPanel(page, /^Chat/)
const peopleOf = (page: Page) => openPanel(page, /^Attendees/)
async function write(page: Page, words: string): Promise<void> {
  await (await chatOf(page)).getByLabel('Message to everyone').fill(words)
  await page.keyboard.press('Enter')
}

test('[GAP-018, PERM-060] guest mode veils who attends, for everybody but the pitch’s admins, and stays so', async ({
  browser,
  stack,
}) => {
  test.setTimeout(180_000)
  const { presenter, investor, member } = stack.facts.people
  const pitch = await makePitch(stack, { attendees: ['investor', 'member'] })
  const paula = await startPitch(browser, stack, pitch)
  const [ivan, max, pia] = await Promise.all([
    enter(browser, stack, 'investor', pitch),
    enter(browser, stack, 'member', pitch),
    enter(browser, stack, 'pitchadmin', pitch),
  ])
  const called = /Guest #[0-9A-F]{4}/

  await test.step('before it, names are names', async () => {
    await write(ivan, 'Is the round open?')
    await expect(await chatOf(max)).toContainText('Is the round open?')
    await expect(await chatOf(max)).toContainText(investor.name)
    await expect(await peopleOf(max)).toContainText(investor.name)
  })

  await test.step('the presenter is told what it means, and turns it on', async () => {
    await (await peopleOf(paula)).getByRole('button', { name: 'Turn on guest mode' }).click()
    const dialog = paula.getByRole('dialog', { name: 'Turn on guest mode?' })
    await expect(dialog).toContainText(
      'Attendees, presenters, and moderators will see numbers in the room; admins see names.',
    )
    await isAccessible(paula)
    await dialog.getByRole('button', { name: 'Turn on guest mode' }).click()
    await expect(paula.getByRole('button', { name: 'Guest mode is on' })).toBeVisible()
  })

  /** The page shows no attendee's name; the presenter's name is not secret. */
  const isVeiled = async (page: Page, ...names: string[]) => {
    const people = await peopleOf(page)
    await expect(people).toContainText(called)
    await expect(people).toContainText(presenter.name)
    for (const name of names) await expect(page.locator('body')).not.toContainText(name)
    await expect(await chatOf(page)).toContainText('Is the round open?')
    await expect(await chatOf(page)).toContainText(called)
    for (const name of names) await expect(page.locator('body')).not.toContainText(name)
  }

  await test.step('attendees and presenters see guests, also in what was said before', async () => {
    await isVeiled(max, investor.name)
    await isVeiled(paula, investor.name, member.name)
    await expect(await peopleOf(ivan)).toContainText('Guest mode: others see you as Guest #')
    await isAccessible(ivan)
  })

  await test.step('the pitch’s admin sees both names, with what the others call them', async () => {
    const people = await peopleOf(pia)
    for (const { name } of [investor, member]) await expect(people).toContainText(name)
    await expect(people).toContainText(called)
    await isAccessible(pia)
  })

  await test.step('what a guest does comes from a guest, in chat and by hand', async () => {
    await write(ivan, 'What does it cost?')
    await ivan.getByRole('button', { name: 'Raise hand' }).click()
    await expect((await peopleOf(paula)).getByRole('region', { name: 'Raised hands' })).toContainText(called)
    await isVeiled(paula, investor.name, member.name)
    await expect(await chatOf(paula)).toContainText('What does it cost?')
  })

  await test.step('after a reload, and after a line that broke, it is the same', async () => {
    await max.reload()
    await seesSlide(max, 'Start')
    await isVeiled(max, investor.name)
    await max.context().setOffline(true)
    await write(ivan, 'Who else is in?')
    await max.context().setOffline(false)
    await expect(await chatOf(max)).toContainText('Who else is in?', { timeout: 15_000 })
    await isVeiled(max, investor.name)
    await pia.reload()
    await expect(await peopleOf(pia)).toContainText(investor.name)
  })

  await test.step('turned off, names are shown again, but not on what guests have said', async () => {
    await (await peopleOf(paula)).getByRole('button', { name: 'Guest mode is on' }).click()
    await paula.getByRole('dialog').getByRole('button', { name: 'Turn off guest mode' }).click()
    await expect(await peopleOf(max)).toContainText(investor.name)
    await write(ivan, 'Thank you.')
    await expect(await chatOf(max)).toContainText('Thank you.')
    await expect(await chatOf(max)).toContainText(called)
  })
})
