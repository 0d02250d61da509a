import { CallFailed } from '#contract/call.ts'

/** More fields than any call has. */
const MAX_FIELDS = 200

/**
 * Parses an urlencoded body. A field sent twice keeps its first value. Fails with BodyNotReadable when the bytes are
 * not UTF-8, and with InputInvalid when there are more fields than any call has.
 */
export function parseForm(body: string): Record<string, unknown> {
  const fields: Record<string, unknown> = Object.create(null)
  const pairs = body.split('&', MAX_FIELDS + 1)
  if (pairs.length > MAX_FIELDS) throw new CallFailed('InputInvalid', { '': 'tooManyFields' })
  for (const pair of pairs) {
    if (!pair) continue
    const at = pair.indexOf('=')
    const key = decode(at < 0 ? pair : pair.slice(0, at))
    if (!(key in fields)) fields[key] = at < 0 ? '' : decode(pair.slice(at + 1))
  }
  return fields
}

function decode(part: string): string {
  try {
    // Invalid UTF-8 has become this character; a client that means it sends it encoded.
    if (part.includes('\uFFFD')) throw new URIError('not UTF-8')
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    throw new CallFailed('BodyNotReadable')
  }
}
