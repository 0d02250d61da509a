import { expect, it } from 'vitest'
import { isHost } from './rules.ts'

it('[PERM-052] knows who runs a pitch, within its organisation', () => {
  const pitch = { userId: 'paul', organisationId: 'quill', coHosts: ['cora@x.test'], moderators: ['max@x.test'] }
  const person = (id: string, email: string, roles: string[] = ['vc'], organisationId = 'quill') =>
    isHost(pitch, { id, email, roles, organisationId })
  expect(person('paul', 'paul@x.test')).toBe(true)
  expect(person('cora', 'cora@x.test')).toBe(true)
  expect(person('max', 'max@x.test')).toBe(true)
  expect(person('ada', 'ada@x.test', ['admin'])).toBe(true)
  expect(person('sam', 'sam@x.test', ['superadmin'], 'other')).toBe(true)
  expect(person('ivy', 'ivy@x.test')).toBe(false)
  expect(person('cora2', 'cora@x.test', ['presenter'], 'lumen')).toBe(false)
  expect(person('lara', 'lara@x.test', ['admin'], 'lumen')).toBe(false)
})
