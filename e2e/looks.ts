import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { isAccessible } from './people.ts'
import { expect } from './stack.ts'

const languages = ['en', 'zh-Hans', 'zh-Hant'] as const

/** The page in three languages has nothing that axe finds; pictures of it with `PICTURES=<folder>`. */
export async function isFineInEachLanguage(page: Page, what: string): Promise<void> {
  for (const language of languages) {
    await page.evaluate(chosen => localStorage.setItem('rostrum.language', chosen), language)
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await isAccessible(page)
    await pictureOf(page, `${what} - ${language}`)
  }
  await page.evaluate(() => localStorage.setItem('rostrum.language', 'en'))
  await page.reload()
}

/** Pictures of a page at two widths, light and dark, for people to look at: with `PICTURES=<folder>` alone. */
export async function pictureOf(page: Page, what: string): Promise<void> {
  const folder = process.env['PICTURES']
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  const before = page.viewportSize()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [1440, 800]) {
      await page.setViewportSize({ width, height: 900 })
      await page.waitForTimeout(300)
      await page.screenshot({ path: join(folder, `${what} - ${width} - ${colorScheme}.png`), fullPage: true })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  if (before) await page.setViewportSize(before)
}
