import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { features } from './features.ts'

it('lists every word that brings something to the server, once', async () => {
  const files = globSync('features/*/*/server/feature.ts')
  expect(files.length).toBeGreaterThan(30)
  const found = await Promise.all(
    files.map(async file => {
      const exports = Object.entries((await import(join(process.cwd(), file))) as Record<string, object>)
      return exports.filter(([name]) => name.endsWith('Feature')).map(([, feature]) => feature)
    }),
  )
  expect(found.filter(own => own.length !== 1)).toEqual([])
  const listed = new Set<object>(features)
  expect(found.flat().filter(feature => !listed.has(feature))).toEqual([])
  expect(features).toHaveLength(listed.size)
})
