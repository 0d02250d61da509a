import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type AnyCall, CallFailed } from '#contract/call.ts'

/** How deeply lists and objects may be nested in a body of a route that is no call. */
const DEPTH = 4
/** What one JSON text may hold: five thousand people with four fields each, the longest list of any call. */
const most = { containers: 6000, keys: 25_000, commas: 30_000 } as const
/** The longest text of any field, in characters. */
export const LONGEST_TEXT = 64_000

const signs = { quote: 34, comma: 44, colon: 58, list: 91, backslash: 92, listEnd: 93, object: 123, objectEnd: 125 }

/**
 * What is too much in a JSON text, found without parsing it: linear, and without recursion. `longest`: characters of one
 * text in it.
 */
export function refusalOf(text: string, mostDepth: number, longest = LONGEST_TEXT): 'tooDeep' | 'too_big' | undefined {
  let [depth, containers, keys, commas] = [0, 0, 0, 0]
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === signs.quote) {
      const end = endOfString(text, at)
      if (end - at > longest) return 'too_big'
      at = end
    } else if (sign === signs.comma) commas++
    else if (sign === signs.colon) keys++
    else if (sign === signs.list || sign === signs.object) {
      containers++
      if (++depth > mostDepth) return 'tooDeep'
    } else if (sign === signs.listEnd || sign === signs.objectEnd) depth--
    if (containers > most.containers || keys > most.keys || commas > most.commas) return 'too_big'
  }
  return undefined
}

function endOfString(text: string, from: number): number {
  let at = from + 1
  while (at < text.length && text.charCodeAt(at) !== signs.quote) at += text.charCodeAt(at) === signs.backslash ? 2 : 1
  return at
}

/** Fails with InputInvalid for a field of a call whose JSON is nested too deeply or holds too much, before it is parsed. */
export async function refuseExcess(c: AnyCall, fields: Readonly<Record<string, unknown>>): Promise<void> {
  for (const field of Object.keys(c.input.shape)) {
    const value = fields[field]
    if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) continue
    const refusal = refusalOf(value, c.maxDepth)
    if (refusal) throw new CallFailed('InputInvalid', { [field]: refusal })
    if (value.length > LONGEST_TEXT) await turn()
  }
}

/** Reads JSON bodies like Fastify, which refuses keys that would change prototypes, up to the depth of their call. */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (request: FastifyRequest, body: string) => {
    const { maxDepth = DEPTH } = request.routeOptions.config as { maxDepth?: number }
    const refusal = refusalOf(body, maxDepth)
    if (refusal) throw new CallFailed('InputInvalid', { '': refusal })
    if (body.length > LONGEST_TEXT) await turn()
    return new Promise((resolve, reject) => {
      void parse(request, body, (error, value) => (error ? reject(error) : resolve(value)))
    })
  })
}
