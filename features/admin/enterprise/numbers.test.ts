import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { idCardNumberOf, licenceNumberOf } from './numbers.ts'

const today = new Date('2026-11-24T00:00:00Z')
const licence = (typed: string) => licenceNumberOf(typed, 'CN')
const idCard = (typed: string) => idCardNumberOf(typed, 'CN', today)

describe('[RULE-066] a business licence number', () => {
  it.each(['9144030071526726XG', '914403001922038216', '91330100799655058B', '91110000802100433B'])(
    'takes the published unified social credit code %s, in any writing',
    code => {
      expect(licence(code)).toBe(code)
      expect(licence(` ${code.slice(0, 8).toLowerCase()} ${code.slice(8)}`)).toBe(code)
      const wide = code.replace(/\d/g, digit => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
      expect(licence(wide)).toBe(code)
    },
  )

  it('takes a code whose check character is 0, which other libraries refuse, and letters in its first two places', () => {
    const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'
    const codes = [...alphabet].flatMap(last => [...alphabet].map(check => `91330100799655${last}58${check}`))
    const right = codes.filter(code => code.length === 18 && licence(code))
    expect(right.length).toBeGreaterThan(0)
    const found = [...Array(3000).keys()].map(n => `A1330100${String(n).padStart(9, '0')}0`).find(code => licence(code))
    expect(found?.at(-1)).toBe('0')
  })

  it.each(['110108000000016', '440301103097413'])('takes the former number %s of 15 digits', number => {
    expect(licence(number)).toBe(number)
  })

  it('refuses each code of which one character is another', () => {
    const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'
    const place = fc.tuple(fc.nat(17), fc.constantFrom(...alphabet))
    fc.assert(
      fc.property(place, ([at, other]) => {
        const code = '9144030071526726XG'
        const changed = code.slice(0, at) + other + code.slice(at + 1)
        expect(licence(changed)).toBe(changed === code ? code : undefined)
      }),
      { numRuns: 500 },
    )
  })

  it.each(['', '9144030071526726XI', '12345', '110108000000017', '9144030071526726X', 'https://x.test'])(
    'refuses %j',
    typed => {
      expect(licence(typed)).toBeUndefined()
    },
  )

  it('is a plain number elsewhere', () => {
    expect(licenceNumberOf('HRB 12345', 'DE')).toBe('HRB12345')
    for (const typed of ['', 'none', '12', '<script>1']) expect(licenceNumberOf(typed, 'DE')).toBeUndefined()
  })
})

describe('an identity card number', () => {
  it('takes the example of the standard, in any writing', () => {
    expect(idCard('11010519491231002X')).toBe('11010519491231002X')
    expect(idCard('110105 19491231 002x')).toBe('11010519491231002X')
  })
  it.each([
    ['its check character', '110105194912310021'],
    ['a day that is not in the calendar', '110105194902310027'],
    ['a region that is none', '99010519491231002X'],
    ['a birth in the future', '110105203012310023'],
    ['fifteen digits, which ended in 2013', '110105491231002'],
    ['letters', 'ABCDEFGHIJKLMNOPQR'],
  ])('refuses %s', (_, typed) => {
    expect(idCard(typed)).toBeUndefined()
  })
  it('refuses each number of which one digit is another, or two beside each other are swapped', () => {
    const number = '11010519491231002X'
    for (let at = 0; at < 17; at++) {
      for (const digit of '0123456789') {
        const changed = number.slice(0, at) + digit + number.slice(at + 1)
        expect(idCard(changed)).toBe(changed === number ? number : undefined)
      }
      const swapped = number.slice(0, at) + number[at + 1] + number[at] + number.slice(at + 2)
      expect(idCard(swapped)).toBe(swapped === number ? number : undefined)
    }
  })
  it('is a plain number elsewhere', () => {
    expect(idCardNumberOf('NX12-345 67', 'NL', today)).toBe('NX1234567')
  })
})
