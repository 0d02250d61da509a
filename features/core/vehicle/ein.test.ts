import { describe, expect, it } from 'vitest'
import { brokenSpv } from './fields.ts'
import { einOf, endOfEin, maskedEin } from './rules.ts'

describe('[RULE-067] an EIN', () => {
  it.each(['12-3456789', '123456789', ' 12-3456789 ', '１２－３４５６７８９'])('may be typed as %s', typed => {
    expect(einOf(typed)).toBe('12-3456789')
  })
  it.each([
    '',
    '12-345678',
    '12-34567890',
    '1-23456789',
    '123-456789',
    '12 3456789',
    '12-345678a',
    'x12-3456789',
    '١٢-٣٤٥٦٧٨٩',
  ])('is not "%s"', typed => {
    expect(einOf(typed)).toBeUndefined()
  })
  it('begins with one of the 83 prefixes that the IRS assigns', () => {
    const all = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0'))
    const refused = all.filter(prefix => einOf(`${prefix}-3456789`) === undefined)
    expect(refused.join(' ')).toBe('00 07 08 09 17 18 19 28 29 49 69 70 78 79 89 96 97')
  })
  it('is masked but for its last four digits', () => {
    expect(maskedEin(endOfEin('12-3456789'))).toBe('••-•••6789')
  })
})

describe('the fields of an SPV', () => {
  const at = { country: 'US', state: 'DE' }
  it('[RULE-068] want the same EIN twice, however it is typed', () => {
    expect(brokenSpv({ ...at, ein: '12-3456789', ein_again: '123456789' })).toEqual({})
    for (const ein_again of ['', '12-3456780', 'x', undefined])
      expect(brokenSpv({ ...at, ein: '12-3456789', ein_again })).toEqual({ ein_again: 'einTwice' })
    expect(brokenSpv(at)).toEqual({})
  })
  it('want a state of the United States there, and any text elsewhere', () => {
    expect(brokenSpv({ country: 'US', state: 'Bavaria' })).toEqual({ state: 'state' })
    expect(brokenSpv({ country: 'DE', state: 'Bavaria' })).toEqual({})
    expect(brokenSpv({ country: 'CN', state: 'Pudong' })).toEqual({})
  })
})
