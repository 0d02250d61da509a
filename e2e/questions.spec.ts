import { makePitch } from './api.ts'
import { isAccessible } from './people.ts'
import { enter, startPitch } from './room.ts'
import { expect, test } from './stack.ts'

// what is not there after ten seconds will not come
test.use({ actionTimeout: 10_000 })

test('a moderator forwards what was asked in the chat, and the host answers it for everybody to see', async ({
  browser,
  stack,
}) => {
  test.setTimeout(240_000)
  const { investor, pitchadmin } = stack.facts.people
  const pitch = await makePitch(stack, { attendees: ['investor'] })
  const paula = await startPitch(browser, stack, pitch)
  const ivan = await enter(browser, stack, 'investor', pitch)
  const pia = await enter(browser, stack, 'pitchadmin', pitch)
  const chatOf = async (page: typeof paula) => {
    if (!(await page.getByLabel('Message to everyone').isVisible())) await page.keyboard.press('Alt+KeyH')
    await expect(page.getByLabel('Message to everyone')).toBeVisible()
  }

  await test.step('he asks, corrects himself by keyboard, and the moderator forwards it', async () => {
    await chatOf(ivan)
    await ivan.getByLabel('Message to everyone').fill('What is your grow margin?')
    await ivan.keyboard.press('Enter')
    await ivan.getByRole('button', { name: 'More actions: message from You' }).focus()
    await ivan.keyboard.press('Enter')
    await isAccessible(ivan)
    await ivan.getByRole('button', { name: 'Edit', exact: true }).press('Enter')
    await ivan.getByLabel('Edit your message').fill('What is your gross margin?')
    await ivan.keyboard.press('Enter')
    await chatOf(pia)
    await expect(pia.getByText('edited')).toBeVisible()
    await pia
      .getByRole('checkbox', { name: `Select message from ${investor.name}: What is your gross margin?` })
      .check()
    await isAccessible(pia)
    await pia.getByRole('button', { name: 'Send to Q&A' }).click()
    await expect(pia.getByText('1 message sent to Q&A')).toBeVisible()
    await expect(pia.getByRole('img', { name: 'In Q&A' })).toBeVisible()
  })

  await test.step('it is on the host’s desk and in a private message, and on no other desk', async () => {
    await paula.getByRole('button', { name: /^Q&A.*1 question waiting/ }).click()
    await expect(paula.getByText(`sent by ${pitchadmin.name}`)).toBeVisible()
    await isAccessible(paula)
    await expect(ivan.getByRole('button', { name: /^Q&A/ })).toHaveCount(0)
  })

  await test.step('everybody sees it while it is answered, and the host’s keys stay at the desk', async () => {
    await paula.getByRole('button', { name: 'Answer now' }).press('Enter')
    await expect(paula.locator('#room-panel').getByRole('button', { name: 'Mark as answered' })).toBeFocused()
    for (const page of [ivan, pia])
      await expect(page.getByRole('region', { name: 'Now answering' })).toContainText('What is your gross margin?')
    await isAccessible(ivan)
    await paula.getByRole('region', { name: 'Now answering' }).getByRole('button', { name: 'Mark as answered' }).click()
    await expect(ivan.getByRole('region', { name: 'Now answering' })).toHaveCount(0)
  })

  await test.step('once the host takes questions, he asks one without saying who asks', async () => {
    await expect(ivan.getByRole('button', { name: /^Ask a question/ })).toHaveCount(0)
    await paula.getByRole('checkbox', { name: 'Attendees can ask questions' }).click()
    await ivan.getByRole('button', { name: /^Ask a question/ }).click()
    await ivan.getByRole('textbox', { name: 'Your question' }).fill('Who is your largest customer?')
    await ivan.getByRole('checkbox', { name: 'Show my name when it’s answered' }).uncheck()
    await isAccessible(ivan)
    await ivan.getByRole('button', { name: 'Send question' }).click()
    await expect(ivan.getByText('Your question was sent to the pitch team.')).toBeVisible()
    await paula.getByRole('button', { name: 'Answer now' }).click()
    const shown = pia.getByRole('region', { name: 'Now answering' })
    await expect(shown).toContainText('Who is your largest customer?')
    await expect(shown).not.toContainText(investor.name)
    await expect(ivan.getByText('Being answered', { exact: true })).toBeVisible()
  })

  await test.step('in slow mode he waits, and what he has typed stays', async () => {
    await pia.getByLabel('Slow mode').selectOption('30')
    await chatOf(ivan)
    const input = ivan.getByLabel('Message to everyone')
    await input.fill('Thank you')
    await ivan.keyboard.press('Enter')
    await input.fill('One more')
    await expect(ivan.getByText(/you can post again in \d+ seconds/)).toBeVisible()
    await ivan.keyboard.press('Enter')
    await expect(input).toHaveValue('One more')
  })
})
