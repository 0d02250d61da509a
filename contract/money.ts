/** The currency of every amount: calls write it with a dollar sign (RULE-089). */
export const CURRENCY = 'USD'

/** The largest commitment, in cents: a million million dollars. More is a typing error. */
export const MAX_AMOUNT_MINOR = 100_000_000_000_000n

// ASCII digits only: other scripts' digits can look like these without the same meaning.
const amount = /^\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/

/**
 * "$25,000", "25000.5" or "25000.50" in cents. Undefined for everything else: empty text, zero, negative amounts, other
 * currency signs, exponents, more than two decimals, misplaced commas, and more than `MAX_AMOUNT_MINOR`.
 */
export function parseMoney(text: string): bigint | undefined {
  const found = text.length <= 40 ? amount.exec(text) : null
  if (!found) return undefined
  const [, dollars = '', cents = ''] = found
  const minor = BigInt(dollars.replaceAll(',', '')) * 100n + BigInt(cents.padEnd(2, '0'))
  return minor > 0n && minor <= MAX_AMOUNT_MINOR ? minor : undefined
}

/**
 * A typed amount in cents: besides the format of calls also "50k", "1.5m", "50万", "USD 50,000", "50 000" and "50.000,00",
 * which the fields repeat in full. "50.000" is ambiguous and not guessed.
 */
export function understoodMoney(text: string): bigint | undefined {
  const bare = text
    .trim()
    .replace(/^(?:US ?\$|USD ?|\$ )/i, '')
    .replace(/ ?(?:USD|\$)$/i, '')
  const [, digits, unit] = /^\$?(\d{1,9}(?:\.\d{1,4})?) ?(k|m|mn|million|b|bn|billion|万|萬|亿|億)$/i.exec(bare) ?? []
  if (digits && unit) return scaled(digits, units[unit.toLowerCase()] ?? 0)
  if (/^\$?\d{1,3}(?:\.\d{3})+,\d{2}$/.test(bare)) return parseMoney(bare.replaceAll('.', '').replace(',', '.'))
  return parseMoney(/^\$?\d{1,3}(?:[ '’]\d{3})+(?:\.\d{2})?$/.test(bare) ? bare.replace(/[ '’]/g, '') : bare)
}

/** The zeros of each unit. */
const units: Readonly<Record<string, number>> = {
  ...{ k: 3, m: 6, mn: 6, million: 6, b: 9, bn: 9, billion: 9 },
  ...{ 万: 4, 萬: 4, 亿: 8, 億: 8 },
}

/** So many units in cents, unless it is a part of a cent or too much. */
function scaled(digits: string, zeros: number): bigint | undefined {
  const [whole = '', part = ''] = digits.split('.')
  const cents = part.padEnd(zeros + 2, '0')
  if (/[1-9]/.test(cents.slice(zeros + 2))) return undefined
  const minor = BigInt(whole + cents.slice(0, zeros + 2))
  return minor > 0n && minor <= MAX_AMOUNT_MINOR ? minor : undefined
}

/** [RULE-089] Cents in the format of calls: "$25,000", or "$25,000.50" if there are any. */
export function formatMoney(minor: bigint): string {
  const dollars = (minor / 100n).toLocaleString('en-US')
  const cents = minor % 100n
  return `$${dollars}${cents ? `.${cents.toString().padStart(2, '0')}` : ''}`
}

/**
 * The amount of a call, or cents, as people read it: "US$25,000", since a bare dollar sign is also that of Taiwan, Hong Kong,
 * Singapore, Canada and Australia. One form in all languages, which the fields of the forms understand as well.
 */
export function showMoney(amount: string | bigint): string {
  return (typeof amount === 'bigint' ? formatMoney(amount) : amount).replace(/^\$/, 'US$')
}
