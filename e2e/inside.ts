import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect } from './stack.ts'

export const windows = {
  phone: { width: 390, height: 844 },
  'phone on its side': { width: 844, height: 390 },
  tablet: { width: 820, height: 1180 },
  'tablet on its side': { width: 1180, height: 820 },
  'half a screen': { width: 900, height: 900 },
  laptop: { width: 1440, height: 900 },
  screen: { width: 2560, height: 1440 },
} as const

/**
 * Every control of the page lies inside the window and under nothing else, by itself or by scrolling the part that is meant
 * to scroll, and nothing else has scrolled. Returns what does not.
 */
const misplaced = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const controls = 'button, a[href], input, select, textarea, summary'
    const found: string[] = []
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} "${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)}"`
    const around = document.querySelector('dialog[open]') ?? document.body
    for (const control of around.querySelectorAll<HTMLElement>(controls)) {
      if (!control.checkVisibility({ visibilityProperty: true }) || control.closest('.unseen, .shell-skip, [inert]'))
        continue
      // a choice is pressed by its label
      const label = (control as HTMLInputElement).labels?.[0]
      const pressed = getComputedStyle(control).opacity === '0' && label ? label : control
      pressed.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      const { left, top, right, bottom, width, height } = pressed.getBoundingClientRect()
      if (width < 2 || height < 2) continue
      const at = [left, top, right, bottom].map(Math.round).join(' ')
      if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) {
        found.push(`${nameOf(control)} leaves the window: ${at}`)
        continue
      }
      // the word of a control, without its tooltip
      const word = document.createRange()
      word.selectNodeContents(pressed)
      const said = word.getBoundingClientRect()
      if (pressed.matches('.piece-control') && (said.left < left - 1 || said.right > right + 1))
        found.push(`${nameOf(control)} is wider than its place: ${Math.round(said.width)} of ${Math.round(width)}`)
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      if (hit && !pressed.contains(hit) && !hit.contains(pressed) && !(label && hit.closest('label') === label))
        found.push(`${nameOf(control)} at ${at} lies under ${nameOf(hit)} .${hit.className}`)
    }
    for (const element of document.querySelectorAll<HTMLElement>('.room, .room *, .notes-screen')) {
      const { overflowX, overflowY } = getComputedStyle(element)
      const isMeant = /auto|scroll/.test(overflowX + overflowY)
      const isText = element.matches('input, textarea')
      if (!isMeant && !isText && (element.scrollTop !== 0 || element.scrollLeft !== 0))
        found.push(`${nameOf(element)} .${element.className} has scrolled`)
    }
    if (document.querySelector('.room') && document.scrollingElement?.scrollTop) found.push('the page has scrolled')
    return found
  })

type WindowName = keyof typeof windows
const windowNames = Object.keys(windows) as WindowName[]

/** Measures the page in each window. `open`: what is opened anew in each of them. */
export async function isInside(
  page: Page,
  what: string,
  { open, only = windowNames }: { open?: () => Promise<unknown>; only?: readonly WindowName[] } = {},
): Promise<void> {
  for (const name of only) {
    const size = windows[name]
    await page.setViewportSize(size)
    await open?.()
    // what is still moving into its place is measured again
    await expect
      .poll(() => misplaced(page), { message: `${what}, ${name} (${size.width}×${size.height})`, timeout: 5000 })
      .toEqual([])
  }
  if (process.env['PICTURES']) await takePictures(page, what, process.env['PICTURES'], only)
}

/**
 * Pictures of the page in each window, language and look, for people to look at: with `PICTURES=<folder>` alone, as a check
 * needs none of them.
 */
async function takePictures(page: Page, what: string, folder: string, only: readonly WindowName[]): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const language of ['en', 'zh-Hans', 'zh-Hant'])
    for (const look of ['dark', 'light']) {
      await page.evaluate(
        ([language, look]) => {
          localStorage.setItem('rostrum.language', language)
          localStorage.setItem('rostrum.room.look', look)
        },
        [language, look] as const,
      )
      await page.emulateMedia({ colorScheme: look as 'dark' | 'light' })
      await page.reload()
      // the panel that was open is opened again
      await page.waitForTimeout(3000)
      for (const name of only) {
        await page.setViewportSize(windows[name])
        await page.waitForTimeout(300)
        await page.screenshot({ path: join(folder, `${what} - ${name} - ${language} - ${look}.png`) })
      }
    }
  await page.evaluate(() => localStorage.setItem('rostrum.language', 'en'))
  await page.reload()
}
