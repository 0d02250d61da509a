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

/** Measures the page in each window. `open`: what is opened anew in each of them. */
export async function isInside(page: Page, what: string, open?: () => Promise<unknown>): Promise<void> {
  for (const [name, size] of Object.entries(windows)) {
    await page.setViewportSize(size)
    await open?.()
    // what is still moving into its place is measured again
    await expect
      .poll(() => misplaced(page), { message: `${what}, ${name} (${size.width}×${size.height})`, timeout: 5000 })
      .toEqual([])
  }
}
