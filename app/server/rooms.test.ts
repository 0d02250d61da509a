import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('lists what every word does with rooms on the server', () => {
  const declared = globSync('features/*/*/server/**/*.ts').flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/^export const (\w+ServerPart)\b/gm)].map(([, name]) => name),
  )
  expect(declared.length).toBeGreaterThan(5)
  const list = /composeServer\(.*?\[(.*?)\]/s.exec(readFileSync('app/server/rooms.ts', 'utf8'))?.[1] ?? ''
  expect(list.match(/\w+/g)?.sort()).toEqual(declared.sort())
})
