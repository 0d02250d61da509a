import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { goAddress, shortCode, uuidOfCode } from './rules.ts'

describe('short links', () => {
  it('[ROUTE-009] name every pitch in 22 letters that lead back to it', () => {
    fc.assert(
      fc.property(fc.uuid(), uuid => {
        const code = shortCode(uuid)
        expect(code).toMatch(/^[\w-]{22}$/)
        expect(uuidOfCode(code)).toBe(uuid)
        expect(uuidOfCode(uuid.toUpperCase())).toBe(uuid)
      }),
    )
    expect(goAddress('https://pitch.example.com', '00000000-0000-4000-8000-000000000001')).toBe(
      'https://pitch.example.com/go/AAAAAAAAQACAAAAAAAAAAQ',
    )
  })

  it.each(['', 'short', 'AAAAAAAAQACAAAAAAAAAAR', '../../etc/passwd-------', 'AAAAAAAAQACAAAAAAAAAA+'])(
    'lead nowhere by %j',
    code => expect(uuidOfCode(code)).toBeUndefined(),
  )
})
