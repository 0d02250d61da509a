import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('no query locks a row against inserts that only refer to it', () => {
  const files = globSync('{app,features,server}/**/*.ts').filter(file => !file.endsWith('.test.ts'))
  const locking = files.filter(file => /\.for\('update'/.test(readFileSync(file, 'utf8')))
  expect(files.length).toBeGreaterThan(500)
  expect(locking).toEqual([])
})
