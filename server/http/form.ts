import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CallFailed } from '#contract/call.ts'

/** More fields than any call has. */
const MAX_FIELDS = 200
/** Longer than any field's name. */
const MAX_NAME = 1000
/** Characters that are decoded before other requests get their turn. */
const SLICE = 64_000

/** Reads urlencoded bodies. */
export function parseFormBodies(app: FastifyInstance): void {
  const parse = (_request: FastifyRequest, body: string) => parseForm(body)
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, parse)
}

/**
 * Parses an urlencoded body. A field sent twice keeps its first value. Fails with BodyNotReadable when the bytes are
 * not UTF-8, and with InputInvalid when there are more fields than any call has.
 */
export async function parseForm(body: string): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = Object.create(null)
  const pairs = body.split('&', MAX_FIELDS + 1)
  if (pairs.length > MAX_FIELDS) throw new CallFailed('InputInvalid', { '': 'tooManyFields' })
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    const name = at < 0 ? pair : pair.slice(0, at)
    if (!pair || name.length > MAX_NAME) continue
    const key = decode(name)
    if (!(key in fields)) fields[key] = at < 0 ? '' : await decodeLong(pair.slice(at + 1))
  }
  return fields
}

async function decodeLong(text: string): Promise<string> {
  if (text.length <= SLICE) return decode(text)
  const parts: string[] = []
  for (let from = 0; from < text.length; ) {
    const to = nextCharacter(text, from + SLICE)
    parts.push(decode(text.slice(from, to)))
    from = to
    await turn()
  }
  return parts.join('')
}

/** The first index from `at` on where a character begins: outside an escape, or at the escape of a leading byte. */
function nextCharacter(text: string, at: number): number {
  for (let n = at; n < text.length; n++) {
    if (text[n] === '%' ? !/[89ab]/i.test(text[n + 1] ?? '') : text[n - 1] !== '%' && text[n - 2] !== '%') return n
  }
  return text.length
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
