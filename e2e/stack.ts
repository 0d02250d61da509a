import { test as base } from '@playwright/test'
import type { DemoFacts } from '#app/server/demo/seed.ts'
import { type ConsoleProcess, startConsoleProcess } from '#testing/consoleProcess.ts'

export interface Stack extends ConsoleProcess {
  /** The people, passwords and links of the demo. */
  readonly facts: DemoFacts
}

/**
 * `test` with a running, seeded console. All journeys of all files share it (after a failed one the next gets a new
 * console), so each creates what it changes, and leaves the demo's people as others need them. The base address is set:
 * `page.goto('/pitches')` works.
 */
export const test = base.extend<{ baseURL: string; leave: undefined }, { stack: Stack }>({
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
    async ({}, use) => {
      const console = await startConsoleProcess({ mode: 'demo' })
      await use({ ...console, facts: await console.demo() })
      await console.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ stack }, use) => use(stack.url),
  // Playwright closes only the contexts that it opened itself: a room left open would keep running beside later
  // journeys
  leave: [
    async ({ browser }, use) => {
      await use(undefined)
      for (const context of browser.contexts()) await context.close()
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'
