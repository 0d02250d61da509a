/** The address that takes several calls in one request; see docs/wire.md. */
export const TOGETHER = '/webapi/rest/together'

/** Names what comes with the HTML of a page: the answer of the call that it would make first. */
export const FIRST_ANSWER = 'rostrum-first-answer'

/**
 * Encodes a form: flags become 1 or 0, nested values JSON in a field, absent values are left out, unpaired surrogates
 * become �.
 */
export function encodeForm(input: Readonly<Record<string, unknown>>): string {
  const parts: string[] = []
  for (const [key, value] of Object.entries(input)) {
    if (value === undefined) continue
    parts.push(`${encodeURIComponent(key)}=${encodeURIComponent(encodeValue(value).toWellFormed())}`)
  }
  return parts.join('&')
}

/** One field as text. */
export function encodeValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
