import { expect, it } from 'vitest'
import { calls } from '#app/contract/calls.ts'
import { pathOf } from '#contract/call.ts'
import { wayOf } from '#web/client/wire.ts'

it('[CALL-002, CALL-003] gives the browser the same paths that the contract declares', () => {
  for (const [name, c] of Object.entries(calls)) {
    expect({ name, ...wayOf(name) }).toEqual({ name, path: pathOf(name, c), answer: c.answer })
    expect(wayOf(name).path).toMatch(
      c.path.startsWith('/') ? /^\/(restapi|imapi|webapi)\// : /^\/webapi\/rest\/app\/(token|basic)\//,
    )
  }
})
