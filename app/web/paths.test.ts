import { expect, it } from 'vitest'
import { calls } from '#app/contract/calls.ts'
import { paths } from '#app/contract/paths.ts'
import { pathOf } from '#contract/call.ts'
import { startClient, wayOf } from '#web/client/ways.ts'

it('[CALL-002, CALL-003] gives the browser the same paths that the contract declares', () => {
  startClient(paths)
  for (const [name, c] of Object.entries(calls)) {
    expect({ name, ...wayOf(name) }).toEqual({ name, path: pathOf(name, c), answer: c.answer })
    expect(wayOf(name).path).toMatch(
      c.path.startsWith('/') ? /^\/(restapi|imapi|webapi)\// : /^\/webapi\/rest\/app\/(token|basic)\//,
    )
  }
})
