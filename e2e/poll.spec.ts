import type { Locator, Page } from '@playwright/test'
import { callerOf, makePitch } from './api.ts'
import { isAccessible } from './people.ts'
import { enter, openPanel, startPitch } from './room.ts'
import { expect, test } from './stack.ts'

// what is not there after ten seconds will not come
test.use({ actionTimeout: 10_000 })

const layouts = ['Slides large', 'Side by side', 'Video large', 'Active speaker']
const phones = [
  { width: 390, height: 844 },
  { width: 390, height: 480 }, // its keyboard is open
  { width: 844, height: 390 },
]
const card = (page: Page) => page.locator('.poll-card')
const shareOf = (page: Page | Locator, option: string) => page.getByRole('listitem').filter({ hasText: option })

/** The parts of the room that overlap or leave the window although they must not. */
const misplaced = (page: Page) =>
  page.evaluate(() => {
    const parts = ['.room-faces .face', '.stage-frame', '.room > .poll-card', '.bar']
    const boxes = parts.flatMap(part => {
      const box = document.querySelector(part)?.getBoundingClientRect()
      return box && box.width > 0 ? [{ part, box }] : []
    })
    const out = boxes.filter(
      ({ box }) => box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1,
    )
    const over = boxes.flatMap((one, place) =>
      boxes
        .slice(place + 1)
        .filter(
          ({ box }) =>
            Math.min(one.box.right, box.right) - Math.max(one.box.left, box.left) > 1 &&
            Math.min(one.box.bottom, box.bottom) - Math.max(one.box.top, box.top) > 1,
        )
        .map(other => `${one.part} over ${other.part}`),
    )
    return [...over, ...out.map(({ part }) => `${part} out of the window`)]
  })

test('the presenter asks the room twice, two attendees vote, and what they said stays with the pitch', async ({
  browser,
  stack,
}) => {
  test.setTimeout(180_000)
  const { presenter, investor, member } = stack.facts.people
  const pitch = await makePitch(stack, { attendees: ['investor', 'member'] })
  const paula = await startPitch(browser, stack, pitch)
  const [ivan, max] = await Promise.all([
    enter(browser, stack, 'investor', pitch),
    enter(browser, stack, 'member', pitch, { viewport: { width: 390, height: 844 } }),
  ])
  const ask = async (question: string, options: string[], wishes: string[]) => {
    await paula.getByRole('button', { name: 'New poll' }).click()
    await paula.getByRole('textbox', { name: 'Question' }).fill(question)
    for (const [place, option] of options.entries()) {
      if (place > 1) await paula.getByRole('button', { name: 'Add option' }).click()
      await paula.getByRole('textbox', { name: `Option ${place + 1}` }).fill(option)
    }
    for (const wish of wishes) await paula.getByRole('checkbox', { name: wish }).click()
    await paula.getByRole('button', { name: 'Save poll' }).click()
    return paula.getByRole('article', { name: question })
  }

  const round = 'Which round would you join?'
  await test.step('one choice, anonymous, with the numbers for everybody', async () => {
    await openPanel(paula, /^Polls/)
    const made = await ask(round, ['Seed', 'Series A'], [])
    await expect(card(ivan)).toHaveCount(0)
    await made.getByRole('checkbox', { name: 'Show live results to everyone' }).check()
    await made.getByRole('button', { name: 'Launch poll' }).click()
    for (const page of [ivan, max]) await expect(card(page)).toContainText(round)
    await isAccessible(ivan)
  })

  await test.step('on a phone it lies over nothing, upright and on its side, in every layout', async () => {
    await isAccessible(max)
    for (const layout of layouts) {
      await max.setViewportSize({ width: 390, height: 844 })
      await max.getByRole('button', { name: /^View/ }).click()
      await max.getByRole('button', { name: layout, exact: true }).click()
      for (const act of ['Collapse', 'Expand']) {
        await max.getByRole('button', { name: `${act} poll` }).click()
        for (const size of phones) {
          await max.setViewportSize(size)
          await expect.poll(() => misplaced(max), { message: `${layout}, ${act}, ${size.width}` }).toEqual([])
        }
      }
    }
    await max.setViewportSize({ width: 390, height: 844 })
  })

  await test.step('they vote, one by keyboard, and see it grow', async () => {
    await card(ivan).getByRole('radio', { name: 'Seed' }).focus()
    await ivan.keyboard.press('ArrowDown')
    await ivan.keyboard.press('Enter')
    await expect(card(ivan)).toContainText('Vote recorded.')
    await expect(shareOf(card(ivan), 'Series A')).toContainText('100%')
    await card(max).getByRole('radio', { name: 'Seed' }).check()
    await card(max).getByRole('button', { name: 'Vote' }).click()
    for (const page of [card(ivan), card(max), paula.getByRole('article', { name: round })])
      await expect(shareOf(page, 'Series A')).toContainText('50%')
  })

  await test.step('one changes their mind, and a reload forgets nothing', async () => {
    await card(ivan).getByRole('button', { name: 'Change my vote' }).click()
    await card(ivan).getByRole('radio', { name: 'Seed' }).check()
    await card(ivan).getByRole('button', { name: 'Vote' }).click()
    await ivan.reload()
    await expect(shareOf(card(ivan), 'Seed')).toContainText('your vote')
    await expect(shareOf(card(max), 'Seed')).toContainText('100%')
  })

  await test.step('closed, everybody sees the result, and no one sees individual votes', async () => {
    const asked = paula.getByRole('article', { name: round })
    await asked.getByRole('button', { name: 'Close poll' }).click()
    for (const page of [ivan, max]) await expect(card(page)).toContainText('Results')
    await expect(asked.getByText('Who voted for what')).toHaveCount(0)
    await asked.getByRole('button', { name: 'Stop showing' }).click()
    await expect(card(ivan)).toHaveCount(0)
  })

  const missing = 'What is still missing?'
  await test.step('several choices, with names, and the numbers for the hosts alone', async () => {
    const made = await ask(missing, ['References', 'A data room', 'Terms'], ['Allow multiple choices', 'Anonymous'])
    await made.getByRole('button', { name: 'Launch poll' }).click()
    for (const choice of ['References', 'Terms']) await card(ivan).getByRole('checkbox', { name: choice }).check()
    await card(ivan).getByRole('button', { name: 'Vote' }).click()
    await expect(card(ivan)).toContainText('You voted: References and Terms')
    await expect(card(ivan)).not.toContainText('%')
    await card(max).getByRole('checkbox', { name: 'Terms' }).check()
    await card(max).getByRole('button', { name: 'Vote' }).click()
    await expect(shareOf(made, 'Terms')).toContainText('100%')
    await made.getByText('Who voted for what').click()
    for (const { name } of [investor, member]) await expect(made).toContainText(name)
    await isAccessible(paula)
    await made.getByRole('button', { name: 'Close poll' }).click()
    await expect(card(ivan)).toHaveCount(0)
    await made.getByRole('button', { name: 'Show results' }).click()
    await expect(shareOf(card(max), 'References')).toContainText('50%')
  })

  await test.step('after the pitch both stand with its results', async () => {
    await (await callerOf(stack, presenter.username, stack.facts.password)).endPitch({ uuid: pitch.uuid })
    await paula.goto(`/pitch-management/${pitch.uuid}`)
    await paula.getByRole('tab', { name: 'Polls' }).click()
    for (const question of [round, missing]) {
      const kept = paula.getByRole('listitem').filter({ has: paula.getByRole('heading', { name: question }) })
      await expect(kept).toContainText('2 voted')
    }
    await isAccessible(paula)
  })
})
