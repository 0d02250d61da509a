import { expect, it } from 'vitest'
import { needed } from './programs.ts'

it('a program that is missing leaves its tests out, and fails them in CI', () => {
  expect(() => needed('LiveKit', undefined, { CI: 'true' })).toThrow('LiveKit is missing')
  expect(needed('LiveKit', undefined, {})).toBeUndefined()
  expect(needed('LiveKit', '/bin/livekit', { CI: 'true' })).toBe('/bin/livekit')
})
