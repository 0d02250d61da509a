import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currencies } from './currencies.ts'
import { decimalsOf, formatMoney, MAX_AMOUNT_MINOR, parseMoney, showMoney, understoodMoney } from './money.ts'

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
    expect(understoodMoney(text, 'USD')).toBe(minor)
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
    expect(understoodMoney(text, 'USD')).toBeUndefined()
  })
})

describe('parseMoney', () => {
  it('[RULE-089] reads amounts with and without the dollar sign', () => {
    expect(parseMoney('$25,000', 'USD')).toBe(2_500_000n)
    expect(parseMoney('25000', 'USD')).toBe(2_500_000n)
    expect(parseMoney('25000.5', 'USD')).toBe(2_500_050n)
    expect(parseMoney('$25,000.50', 'USD')).toBe(2_500_050n)
    expect(parseMoney('0.01', 'USD')).toBe(1n)
    expect(parseMoney('$1,000,000,000,000', 'USD')).toBe(MAX_AMOUNT_MINOR)
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
    expect(parseMoney(text, 'USD')).toBeUndefined()
  })

  it('[RULE-089] writes every amount so that it reads back as the same', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: MAX_AMOUNT_MINOR }), minor => {
        const text = formatMoney(minor, 'USD')
        expect(text).toMatch(/^\$\d{1,3}(,\d{3})*(\.\d{2})?$/)
        expect(parseMoney(text, 'USD')).toBe(minor)
      }),
    )
  })

  it('refuses or reads whatever is typed, without ever throwing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        const minor = parseMoney(text, 'USD')
        expect(minor === undefined || (minor > 0n && minor <= MAX_AMOUNT_MINOR)).toBe(true)
      }),
    )
  })
})

describe('showMoney', () => {
  it('says the currency of an amount of a call, and is understood when it is typed', () => {
    expect(showMoney('$25,000')).toBe('US$25,000')
    expect(showMoney(formatMoney(2_500_050n, 'USD'))).toBe('US$25,000.50')
    expect(showMoney('')).toBe('')
    expect(showMoney('US$25,000')).toBe('US$25,000')
    expect(understoodMoney(showMoney(formatMoney(2_500_050n, 'USD')), 'USD')).toBe(2_500_050n)
  })
})

describe('a currency other than the dollar', () => {
  it('has minor units by its own exponent, and its code on the wire', () => {
    for (const [currency, minor, text] of [
      ['JPY', 25_000n, 'JPY 25,000'],
      ['EUR', 2_500_050n, 'EUR 25,000.50'],
      ['KWD', 25_000_500n, 'KWD 25,000.500'],
      ['KWD', 1n, 'KWD 0.001'],
    ] as const) {
      expect(formatMoney(minor, currency)).toBe(text)
      expect(parseMoney(text, currency)).toBe(minor)
      expect(showMoney(text)).toBe(text)
    }
    expect(parseMoney('25000.5', 'KWD')).toBe(25_000_500n)
    expect(currencies.map(decimalsOf).filter(decimals => decimals !== 2)).toHaveLength(16 + 7)
    expect(new Set(currencies).size).toBe(currencies.length)
  })

  it.each([
    ...[
      ['JPY', '0.5'],
      ['JPY', 'JPY 25,000.0'],
      ['KWD', '1.0001'],
      ['EUR', '$5'],
      ['EUR', '€5'],
      ['EUR', 'eur 5'],
      ['EUR', 'EUR5'],
    ],
    ...[
      ['EUR', 'USD 5'],
      ['EUR', 'EUR EUR 5'],
      ['USD', 'EUR 5'],
      ['JPY', 'JPY 0'],
      ['JPY', 'JPY -5'],
    ],
    ...[
      ['JPY', 'JPY 100,000,000,000,001'],
      ['KWD', 'KWD 100,000,000,000.001'],
    ],
  ] as [string, string][])('refuses in %s %j', (currency, text) => {
    expect(parseMoney(text, currency)).toBeUndefined()
  })

  it('is written so that every amount reads back as the same, from a call and from a field', () => {
    const any = fc.tuple(fc.constantFrom(...currencies), fc.bigInt({ min: 1n, max: MAX_AMOUNT_MINOR }))
    fc.assert(
      fc.property(any, ([currency, minor]) => {
        const text = formatMoney(minor, currency)
        expect(parseMoney(text, currency)).toBe(minor)
        expect(understoodMoney(showMoney(text), currency)).toBe(minor)
        const others = currencies.filter(other => other !== currency)
        expect(others.filter(other => parseMoney(text, other) !== undefined)).toEqual([])
      }),
      { numRuns: 50 },
    )
  })

  it.each([
    ...[
      ['EUR', '€50k', 5_000_000n],
      ['EUR', '50.000,00 EUR', 5_000_000n],
      ['EUR', '50 000 €', 5_000_000n],
      ['JPY', '¥1.5億', 150_000_000n],
    ],
    ...[
      ['TWD', 'NT$50万', 50_000_000n],
      ['KWD', 'kwd 50.000', 50_000n],
      ['KWD', '50,000', 50_000_000n],
      ['KWD', '1.250.000,500', 1_250_000_500n],
    ],
  ] as [string, string, bigint][])('is understood in %s as %j', (currency, text, minor) => {
    expect(understoodMoney(text, currency)).toBe(minor)
  })

  it.each([
    ['KWD', '50.000'],
    ['EUR', '$50k'],
    ['EUR', 'HK$50k'],
    ['USD', 'HK$50,000'],
    ['USD', '50k EUR'],
    ['JPY', '50.000'],
    ['JPY', '0.00001k'],
  ])('is not guessed in %s from %j', (currency, text) => {
    expect(understoodMoney(text, currency)).toBeUndefined()
  })
})
