import type { Page } from '@playwright/test'
import { makePitch } from './api.ts'
import { browserOf, isAccessible, signIn } from './people.ts'
import { enter, startPitch } from './room.ts'
import { expect, test } from './stack.ts'

// what is not there after ten seconds will not come
test.use({ actionTimeout: 10_000 })

const found = (page: Page) => page.getByRole('listbox', { name: 'Attendees' }).getByRole('option')

test('people are mentioned by keyboard, in the room and out of it, and in private through a lost connection', async ({
  browser,
  stack,
}) => {
  test.setTimeout(240_000)
  const { people, password } = stack.facts
  const pitch = await makePitch(stack, { attendees: ['investor', 'chineseInvestor'] })
  const paula = await startPitch(browser, stack, pitch)
  const phone = { viewport: { width: 390, height: 844 } }
  const ivan = await enter(browser, stack, 'investor', pitch, phone)
  const write = paula.getByLabel('Message to everyone')

  await test.step('the picker finds what is nearly a name, and the message is marked for who is meant', async () => {
    await write.click()
    await paula.keyboard.type('Welcome @petrof')
    const option = found(paula).first()
    await expect(option).toContainText(people.investor.name)
    await isAccessible(paula)
    await paula.keyboard.press('Enter')
    await paula.keyboard.type('and @')
    await paula.keyboard.type('yilin')
    await expect(option).toContainText(people.chineseInvestor.name)
    await paula.keyboard.press('Tab')
    await paula.keyboard.type('[b]hello[/b] <img src=x onerror="document.title=1">')
    await paula.keyboard.press('Enter')
    await expect(paula.locator('.chat-text mark')).toHaveCount(2)
    await expect(ivan.getByRole('button', { name: 'Chat, 1 new message, you were mentioned' })).toBeVisible()
    await ivan.getByRole('button', { name: /^Chat/ }).click()
    await expect(ivan.locator('mark.mine')).toHaveText(`@${people.investor.name}`)
    await expect(ivan.locator('.chat-text strong')).toHaveText('hello')
    await expect(ivan.locator('.chat-text')).toContainText('<img src=x onerror=')
    await isAccessible(ivan)
  })

  await test.step('people who write in turn see every word of each other', async () => {
    for (const turn of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const writer = turn % 2 ? ivan : paula
      await writer.getByLabel('Message to everyone').fill(`Turn ${turn}`)
      await writer.keyboard.press('Enter')
      for (const page of [paula, ivan]) await expect(page.getByText(`Turn ${turn}`, { exact: true })).toBeVisible()
    }
  })

  await test.step('an absent person finds a notice that leads to the room', async () => {
    const yilin = await browserOf(browser, stack)
    await signIn(yilin, people.chineseInvestor.username, password)
    await yilin.goto('/tip/alter')
    await expect(yilin.getByText(new RegExp(`${people.presenter.name}.*(mentioned you|提到了您)`))).toBeVisible()
    await yilin.context().close()
  })

  await test.step('a private message with a mention arrives once although the connection was lost', async () => {
    await ivan.getByRole('button', { name: /^Private chat/ }).click()
    await ivan.getByRole('button', { name: 'New private chat' }).click()
    await ivan.getByRole('checkbox', { name: people.presenter.name }).check()
    await ivan.getByRole('button', { name: 'Start chat' }).click()
    const own = ivan.getByLabel('Private message')
    await own.fill('Before')
    await own.press('Enter')
    await paula.getByRole('button', { name: /^Private chat/ }).click()
    await paula.getByRole('button', { name: /Before/ }).click()
    await expect(paula.locator('.chat-text')).toHaveText(['Before'])
    await ivan.context().setOffline(true)
    await own.click()
    await ivan.keyboard.type('After @')
    await expect(found(ivan)).toHaveCount(1)
    await ivan.keyboard.press('Enter')
    await ivan.keyboard.press('Enter')
    await ivan.context().setOffline(false)
    const again = ivan.getByRole('button', { name: 'Resend' })
    await expect(async () => {
      if (await again.isVisible()) await again.click()
      await expect(paula.locator('.chat-text')).toHaveCount(2, { timeout: 1000 })
    }).toPass({ timeout: 30_000 })
    await expect(paula.locator('mark.mine')).toHaveText(`@${people.presenter.name}`)
    await expect(ivan.locator('.chat-text')).toHaveCount(2)
  })
})
