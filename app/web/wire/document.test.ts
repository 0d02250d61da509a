import { expect, it } from 'vitest'
import { calls } from '#app/contract/calls.ts'
import { openapi } from '#contract/openapi.ts'
import { callsOf, fieldsOf, limitsOf, type OpenApi, searchCalls, typeOf } from './document.ts'

const doc = { summary: 'Adds a user', description: 'Adds a user and mails them.' }
const docs = new Map([['createUser', doc]])
const shown = callsOf(openapi(calls, { version: '1', url: '/', docs }) as unknown as OpenApi)
const named = (name: string) => shown.find(call => call.name === name)

it('shows every call of the contract with its callers, fields and errors', () => {
  expect(shown.map(call => call.name).sort()).toEqual(Object.keys(calls).sort())
  const createUser = named('createUser')
  expect(createUser?.path).toBe('/webapi/rest/app/token/createUser')
  expect(createUser?.who).toEqual(['superadmin', 'admin', 'useradmin'])
  expect(createUser?.errors.flatMap(error => error.codes)).toEqual(
    expect.arrayContaining(['EmailExists', 'NotAllowed']),
  )
  const email = fieldsOf(createUser?.input).find(field => field.name === 'email')
  expect(email?.required).toBe(true)
  expect(limitsOf(email?.schema ?? {})).toBe('≤ 254')
})

it('looks into lists and takes the output out of its envelope', () => {
  const users = fieldsOf(named('getUserListForEp')?.output)
  expect(users.map(field => field.name)).toEqual(['items', 'total'])
  expect(fieldsOf(users[0]?.schema).map(field => field.name)).toContain('last_login')
})

it('finds calls by all words of a search', () => {
  expect(searchCalls(shown, 'emailexists TOKEN').map(call => call.name)).toContain('createUser')
  expect(searchCalls(shown, 'createUser nonsense')).toEqual([])
  expect(searchCalls(shown, 'mails them').map(call => call.name)).toEqual(['createUser'])
})

it('shows types and limits in short', () => {
  expect(typeOf({ enum: ['AM', 'PM'] })).toBe('"AM" | "PM"')
  expect(typeOf({ type: 'array', items: { type: 'object' } })).toBe('[{…}]')
  expect(typeOf({ anyOf: [{ type: 'string', format: 'uuid' }, { type: 'null' }] })).toBe('string (uuid) | null')
  expect(limitsOf({ minLength: 1, maxLength: 80, default: 'x' })).toBe('1–80  = "x"')
})
