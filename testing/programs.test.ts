import { expect, it } from 'vitest'
import { needed } from './programs.ts'

it('tests of a missing program are skipped, and fail in CI', () => {
  expect(() => needed('LiveKit', undefined, { CI: 'true' })).toThrow('LiveKit is missing')
  expect(needed('LiveKit', undefined, {})).toBeUndefined()
  expect(needed('LiveKit', '/bin/livekit', { CI: 'true' })).toBe('/bin/livekit')
})
