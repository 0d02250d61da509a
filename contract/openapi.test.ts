import { expect, it } from 'vitest'
import { pathOf } from './call.ts'
import { calls } from './calls.ts'
import { errors } from './errors.ts'
import { openapi } from './openapi.ts'

it('describes every call: who, input, answers and errors', () => {
  const document = openapi(calls, '1.2.3') as {
    info: unknown
    paths: Record<string, Record<string, { operationId: string; 'x-who': unknown; responses: Record<number, unknown> }>>
  }
  expect(document.info).toEqual({ title: 'Rostrum', version: '1.2.3' })
  for (const [name, c] of Object.entries(calls)) {
    const described = document.paths[pathOf(name, c)]?.[c.method.toLowerCase()]
    expect(described).toMatchObject({ operationId: name, 'x-who': c.who })
    for (const code of c.errors) expect(Object.keys(described?.responses ?? {})).toContain(String(errors[code]))
  }
})
