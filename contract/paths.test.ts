import { expect, it } from 'vitest'
import { pathOf } from './call.ts'
import { calls } from './calls.ts'
import { paths } from './paths.ts'

it('[CALL-002, CALL-003] gives the browser the same paths that the contract declares', () => {
  const declared = Object.entries(calls).map(([name, c]) => [
    name,
    { path: pathOf(name, c), answer: c.answer, reads: c.reads },
  ])
  expect(paths).toEqual(Object.fromEntries(declared))
  for (const [name, { path }] of Object.entries(paths)) {
    expect(path).toMatch(
      calls[name as keyof typeof calls].path.startsWith('/')
        ? /^\/(restapi|imapi|webapi)\//
        : /^\/webapi\/rest\/app\/(token|basic)\//,
    )
  }
})
