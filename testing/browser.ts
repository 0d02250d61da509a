import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/**
 * The program of the browser that tests drive: what `npm test` has found, or else Debian's Chromium without a window,
 * which does the same in two thirds of the processor time, or else the whole one, or else Playwright's own.
 */
export const browserProgram =
  process.env['CHROMIUM_PATH'] ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync) ??
  chromium.executablePath()
