import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('nothing that is stored or compared uses this machine’s clock', () => {
  const files = globSync([
    'features/*/*/server/**/*.ts',
    'server/{http,jobs}/**/*.ts',
    'app/server/{http,jobs,demo}/**/*.ts',
  ])
  const ours = files.filter(file => !file.endsWith('.test.ts'))
  const asking = ours.filter(file => /new Date\(\)|Date\.now\(\)/.test(readFileSync(file, 'utf8')))
  expect(ours.length).toBeGreaterThan(400)
  expect(asking).toEqual([])
})
