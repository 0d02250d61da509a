/** The currency that calls write with a dollar sign (RULE-089), and that of every pitch that names no other. */
export const DOLLARS = 'USD'

/**
 * The largest amount, in minor units of any currency: in dollars a million million. More is a typing error, and a number of
 * JavaScript holds it exactly.
 */
export const MAX_AMOUNT_MINOR = 100_000_000_000_000n

/** [ISO 4217] The currencies without minor units, and those with three decimals; all others have two. */
const none = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '))
const three = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '))

/** The decimals of a currency's minor unit. */
export const decimalsOf = (currency: string): 0 | 2 | 3 => (none.has(currency) ? 0 : three.has(currency) ? 3 : 2)

// ASCII digits only: other scripts' digits can look like these without the same meaning.
const amount = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?$/

/**
 * The amount of a call in minor units: "$25,000", "25000.5" or "25000.50" of dollars, "JPY 25,000" or "25000" of another
 * currency. Undefined for everything else: empty text, zero, negative amounts, other signs and codes of currencies,
 * exponents, more decimals than the currency has, misplaced commas, and more than `MAX_AMOUNT_MINOR`.
 */
export function parseMoney(text: string, currency: string): bigint | undefined {
  const sign = currency === DOLLARS ? '$' : `${currency} `
  const found = text.length <= 40 ? amount.exec(text.startsWith(sign) ? text.slice(sign.length) : text) : null
  if (!found) return undefined
  const [, whole = '', part = ''] = found
  const decimals = decimalsOf(currency)
  if (part.length > decimals) return undefined
  return within(BigInt(whole.replaceAll(',', '') + part.padEnd(decimals, '0')))
}

const within = (minor: bigint) => (minor > 0n && minor <= MAX_AMOUNT_MINOR ? minor : undefined)

/** The signs by which people type the amounts of a currency, beside its code. */
const signs: Readonly<Record<string, string>> = {
  ...{ USD: 'US ?\\$|\\$', EUR: '€', GBP: '£', CNY: '[¥￥]', JPY: '[¥￥]', KRW: '[₩￦]', INR: '₹' },
  ...{ HKD: 'HK ?\\$', TWD: 'NT ?\\$', SGD: 'S ?\\$', AUD: 'AU? ?\\$', CAD: 'CA? ?\\$' },
}

/**
 * A typed amount in minor units: besides the format of calls also "50k", "1.5m", "50万", "USD 50,000", "50 000" and
 * "50.000,00", which the fields repeat in full. "50.000" is ambiguous and not guessed, except behind the code of a currency
 * with three decimals, as the fields write it.
 */
export function understoodMoney(text: string, currency: string): bigint | undefined {
  const sign = `${currency}${signs[currency] ? `|${signs[currency]}` : ''}`
  const typed = text.trim()
  const bare = typed
    .replace(new RegExp(`^(?:${currency} ?\\$|${sign}) ?`, 'i'), '')
    .replace(new RegExp(` ?(?:${sign})$`, 'i'), '')
  const decimals = decimalsOf(currency)
  const [, digits, unit] = /^(\d{1,9}(?:\.\d{1,4})?) ?(k|m|mn|million|b|bn|billion|万|萬|亿|億)$/i.exec(bare) ?? []
  if (digits && unit) return scaled(digits, units[unit.toLowerCase()] ?? 0, decimals)
  if (decimals === 3 && bare === typed && /^\d{1,3}\.\d{3}$/.test(bare)) return undefined
  if (decimals > 0 && new RegExp(`^\\d{1,3}(?:\\.\\d{3})+,\\d{${decimals}}$`).test(bare))
    return parseMoney(bare.replaceAll('.', '').replace(',', '.'), currency)
  const grouped = new RegExp(`^\\d{1,3}(?:[ '’]\\d{3})+(?:\\.\\d{${decimals}})?$`)
  return parseMoney(grouped.test(bare) ? bare.replace(/[ '’]/g, '') : bare, currency)
}

/** The zeros of each unit. */
const units: Readonly<Record<string, number>> = {
  ...{ k: 3, m: 6, mn: 6, million: 6, b: 9, bn: 9, billion: 9 },
  ...{ 万: 4, 萬: 4, 亿: 8, 億: 8 },
}

/** So many units in minor ones, unless it is a part of one or too much. */
function scaled(digits: string, zeros: number, decimals: number): bigint | undefined {
  const [whole = '', part = ''] = digits.split('.')
  const minor = part.padEnd(zeros + decimals, '0')
  if (/[1-9]/.test(minor.slice(zeros + decimals))) return undefined
  return within(BigInt(whole + minor.slice(0, zeros + decimals)))
}

/** [RULE-089] Minor units in the format of calls: "$25,000", or "$25,000.50" if there are any; else "JPY 25,000". */
export function formatMoney(minor: bigint, currency: string): string {
  const decimals = decimalsOf(currency)
  const one = 10n ** BigInt(decimals)
  const part = minor % one
  const written = `${(minor / one).toLocaleString('en-US')}${part ? `.${part.toString().padStart(decimals, '0')}` : ''}`
  return currency === DOLLARS ? `$${written}` : `${currency} ${written}`
}

/**
 * The amount of a call as people read it: "US$25,000", since a bare dollar sign is also that of Taiwan, Hong Kong, Singapore,
 * Canada and Australia, and "JPY 25,000" as it is. One form in all languages, which the fields of the forms understand as
 * well.
 */
export const showMoney = (amount: string): string => amount.replace(/^\$/, 'US$')
