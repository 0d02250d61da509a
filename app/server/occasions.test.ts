import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Hearer } from '#server/occasions.ts'
import { hearers } from './occasions.ts'

it('lists every word that hears of an occasion, once', async () => {
  const files = globSync('features/*/*/server/hearer.ts')
  expect(files.length).toBeGreaterThan(9)
  const found = await Promise.all(
    files.map(async file => Object.values((await import(join(process.cwd(), file))) as Record<string, Hearer>)),
  )
  expect(new Set(hearers)).toEqual(new Set(found.flat()))
  expect(hearers).toHaveLength(files.length)
})
