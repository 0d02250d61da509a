import { test as base } from '@playwright/test'
import type { DemoFacts } from '#app/server/demo/seed.ts'
import { type ConsoleProcess, startConsoleProcess } from '#testing/consoleProcess.ts'

export interface Stack extends ConsoleProcess {
  /** The people, passwords and links that the demo has made. */
  readonly facts: DemoFacts
}

/**
 * `test` with a running, seeded console. All journeys of all files share it (a failed one gets the next a new one), so each
 * makes what it changes, and leaves the demo's people as others need them.
 * The base address is its own: `page.goto('/pitches')` works.
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
  // Playwright closes only what it opened itself: a room left open goes on playing, beside every journey after it
  leave: [
    async ({ browser }, use) => {
      await use(undefined)
      for (const context of browser.contexts()) await context.close()
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'
