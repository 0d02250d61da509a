import { expect, it } from 'vitest'
import { calls } from '#app/contract/calls.ts'
import { pathOf } from './call.ts'
import { errors } from './errors.ts'
import { describedPath, openapi } from './openapi.ts'

it('describes every call: who, input, answers and errors', () => {
  const document = openapi(calls, { version: '1.2.3', url: 'https://pitch.example', docs: new Map() }) as {
    info: unknown
    paths: Record<string, Record<string, { operationId: string; 'x-who': unknown; responses: Record<number, unknown> }>>
  }
  expect(document.info).toMatchObject({ title: 'Rostrum', version: '1.2.3', license: { identifier: 'Apache-2.0' } })
  for (const [name, c] of Object.entries(calls)) {
    const described = document.paths[describedPath(pathOf(name, c))]?.[c.method.toLowerCase()]
    expect(described).toMatchObject({ operationId: name, 'x-who': c.who })
    for (const code of c.errors) expect(Object.keys(described?.responses ?? {})).toContain(String(errors[code]))
  }
})

it('describes what is really sent: booleans in JSON, the query of a GET, OAuth’s format for a failed sign-in', () => {
  const { paths } = openapi(calls, { version: '1', url: '/', docs: new Map() }) as {
    paths: Record<string, Record<string, Record<string, unknown>>>
  }
  const json = (schema: unknown) => ({ content: { 'application/json': { schema } } })
  const me = paths[pathOf('getUserInfoByToken', calls.getUserInfoByToken)]?.['post']
  const data = { properties: { is_vc: { type: 'boolean' } } }
  expect(me).toMatchObject({ responses: { 200: json({ properties: { data } }) } })
  const people = paths[pathOf('getPeopleList', calls.getPeopleList)]?.['get']
  expect(people).not.toHaveProperty('requestBody')
  expect(people?.['parameters']).toContainEqual(expect.objectContaining({ name: 'name', in: 'query', required: false }))
  const signIn = paths[describedPath(pathOf('signIn', calls.signIn))]?.['post']
  const refused = { properties: { error: { enum: ['invalid_grant', 'invalid_request'] } } }
  expect(signIn).toMatchObject({ responses: { 401: json(refused), 429: json(refused) } })
})
