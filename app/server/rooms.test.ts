import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('lists what every word does with rooms on the server', () => {
  const listed = [...readFileSync('app/server/rooms.ts', 'utf8').matchAll(/'#(features\/.*\/server\/roomPart\.ts)'/g)]
  expect(listed.map(([, file]) => file).sort()).toEqual(globSync('features/*/*/server/roomPart.ts').sort())
})
