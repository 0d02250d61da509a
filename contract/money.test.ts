import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatMoney, MAX_AMOUNT_MINOR, parseMoney, showMoney, understoodMoney } from './money.ts'

describe('understoodMoney', () => {
  it.each([
    ...[
      ['50k', 5_000_000n],
      ['$50K', 5_000_000n],
      ['2.5k', 250_000n],
      ['2m', 200_000_000n],
      ['1.5m', 150_000_000n],
      ['US$1.25 M', 125_000_000n],
      ['3 million', 300_000_000n],
      ['0.5bn', 50_000_000_000n],
      ['150万', 150_000_000n],
      ['1.2億', 12_000_000_000n],
      ['1,000', 100_000n],
      [' 50,000 ', 5_000_000n],
    ],
    ...[
      ['$50.000,00', 5_000_000n],
      ['1.250.000,50', 125_000_050n],
      ['USD 50,000', 5_000_000n],
      ['50000 USD', 5_000_000n],
    ],
    ...[
      ['50 000', 5_000_000n],
      ["50'000", 5_000_000n],
      ['$ 50,000', 5_000_000n],
      ['US$50,000', 5_000_000n],
    ],
  ] as [string, bigint][])('understands %j', (text, minor) => {
    expect(understoodMoney(text)).toBe(minor)
  })

  it.each([
    ...[
      '',
      'k',
      '0k',
      '-5k',
      '50.000',
      '50,00',
      '50.0000,00',
      '5mm',
      '1.23456m',
      '50kk',
      '2000b',
      '1,000k',
      '€50k',
      '50k USD dollars',
    ],
    ...['50 00', '5 0000', '$$50k', '1000000000001k', '50.000,5', '1e3'],
  ])('does not guess what %j means', text => {
    expect(understoodMoney(text)).toBeUndefined()
  })
})

describe('parseMoney', () => {
  it('[RULE-089] reads amounts with and without the dollar sign', () => {
    expect(parseMoney('$25,000')).toBe(2_500_000n)
    expect(parseMoney('25000')).toBe(2_500_000n)
    expect(parseMoney('25000.5')).toBe(2_500_050n)
    expect(parseMoney('$25,000.50')).toBe(2_500_050n)
    expect(parseMoney('0.01')).toBe(1n)
    expect(parseMoney('$1,000,000,000,000')).toBe(MAX_AMOUNT_MINOR)
  })

  it.each([
    ...['', ' ', '$', '0', '$0', '0.00', '-5', '-$5', '$-5', '+5', '−5', 'NaN', 'Infinity', '1e30', '1e3', '0x10'],
    ...['25000.505', '25,00', '2,5000', ',250', '1,000,00', '1 000', '25.000,50', '.5', '5.', '$$5', '5$', '$ 5'],
    ...[
      '€5',
      '£5',
      '¥5',
      '￥5',
      'USD 5',
      '５００',
      '＄5',
      '٥',
      '৫',
      '1_000',
      '5\u200b',
      '5;drop table pitch',
      '=5',
      '<b>5</b>',
    ],
    ...['1000000000000.01', '$1,000,000,000,001', '9'.repeat(40), '9'.repeat(400)],
  ])('[RULE-086, RULE-089] refuses %j', text => {
    expect(parseMoney(text)).toBeUndefined()
  })

  it('[RULE-089] writes every amount so that it reads back as the same', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: MAX_AMOUNT_MINOR }), minor => {
        const text = formatMoney(minor)
        expect(text).toMatch(/^\$\d{1,3}(,\d{3})*(\.\d{2})?$/)
        expect(parseMoney(text)).toBe(minor)
      }),
    )
  })

  it('refuses or reads whatever is typed, without ever throwing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        const minor = parseMoney(text)
        expect(minor === undefined || (minor > 0n && minor <= MAX_AMOUNT_MINOR)).toBe(true)
      }),
    )
  })
})

describe('showMoney', () => {
  it('says the currency of an amount of a call, and is understood when it is typed', () => {
    expect(showMoney('$25,000')).toBe('US$25,000')
    expect(showMoney(2_500_050n)).toBe('US$25,000.50')
    expect(showMoney('')).toBe('')
    expect(showMoney('US$25,000')).toBe('US$25,000')
    expect(understoodMoney(showMoney(2_500_050n))).toBe(2_500_050n)
  })
})
