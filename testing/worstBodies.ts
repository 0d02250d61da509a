import { z } from 'zod'
import type { AnyCall } from '#contract/call.ts'
import { mostOf } from '#contract/form.ts'
import { encodeForm, encodeValue } from '#contract/wire.ts'

/** One body of a call, as bytes on the wire. */
export interface Body {
  readonly what: string
  readonly type: string
  readonly bytes: string
}

export const form = 'application/x-www-form-urlencoded'
const json = 'application/json'
const boundary = 'worst'

/**
 * The largest bodies of a call that its limits let through, of every kind that is expensive to read. `withKeys`: also those
 * whose fields the call does not have.
 */
export const worstBodies = (c: AnyCall, withKeys: boolean): Body[] =>
  c.body === 'multipart' ? inParts(c) : [...(withKeys ? ofKeys(c) : []), ...ofFields(c), ...valid(c)]

function ofKeys({ input, maxBytes }: AnyCall): Body[] {
  const one = Object.keys(input.shape)[0] ?? 'other'
  return [
    { what: 'many keys', type: form, bytes: upTo(maxBytes, n => `k${n}=&`) },
    { what: 'a key sent again and again', type: form, bytes: upTo(maxBytes, () => `${one}=1&`) },
    { what: 'deep JSON', type: json, bytes: '['.repeat(maxBytes) },
    { what: 'many keys in JSON', type: json, bytes: `{${upTo(maxBytes - 20, n => `"k${n}":1,`)}"z":1}` },
    { what: 'escapes in JSON', type: json, bytes: `{"${one}":"${upTo(maxBytes - 60, () => '\\u005f')}"}` },
  ]
}

function ofFields({ input, maxBytes, maxDepth }: AnyCall): Body[] {
  return Object.entries(input.shape).flatMap(([field, schema]): Body[] => {
    const room = maxBytes - field.length - 20
    const texts = ['%E4%BD%A0', 'a.'].map(sign => ({
      ...{ what: `${field}: ${sign} again and again`, type: form },
      bytes: `${field}=${upTo(room, () => sign)}`,
    }))
    if (isPlain(schema as z.ZodType)) return texts
    const nested = costly(room, maxDepth)
    return [
      ...texts,
      ...nested.map(([what, text]) => ({ what: `${field}: ${what}`, type: form, bytes: `${field}=${text}` })),
      ...nested.map(([what, text]) => ({ what: `${field}: ${what}`, type: json, bytes: `{"${field}":${text}}` })),
    ]
  })
}

function inParts(c: AnyCall): Body[] {
  const largest = Object.entries(fullest(c.input) as object).filter(([, value]) => value !== null)
  const part = (field: string, text: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${text}\r\n`
  const body = (what: string, parts: string) => ({
    what,
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: `${parts}--${boundary}--\r\n`,
  })
  return [
    body('as large as can be', largest.map(([field, value]) => part(field, encodeValue(value))).join('')),
    ...Object.entries(c.input.shape).flatMap(([field, schema]) =>
      costly(c.maxBytes - 1, c.maxDepth)
        .slice(isPlain(schema as z.ZodType) ? -1 : 0)
        .map(([what, text]) => body(`${field}: ${what}`, part(field, text))),
    ),
  ]
}

/** CSV files of a size that are expensive to read, whatever their columns are. */
export const worstTables = (bytes: number, heads: string): { what: string; bytes: string }[] =>
  [
    ...['"', '"a"b', '" "x\n', '"x""",y\n', '"a",', ',', '\n', '\r', 'a\n', '你,', 'a;b|c\t', ' '].map(sign => ({
      what: `${JSON.stringify(sign)} again and again`,
      bytes: upTo(bytes, () => sign),
    })),
    { what: 'long cells', bytes: `${heads}\n${upTo(bytes - 200, n => `n${n},${'x'.repeat(29_900)}\n`)}` },
    { what: 'many rows', bytes: `${heads}\n${upTo(20_000, n => `n${n},\n`)}` },
  ].map(table => ({ ...table, bytes: table.bytes.slice(0, bytes) }))

/** Whether a field is never read as JSON. */
const isPlain = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable
    ? isPlain(schema.unwrap() as z.ZodType)
    : [z.ZodString, z.ZodStringFormat, z.ZodNumber, z.ZodBoolean, z.ZodEnum, z.ZodLiteral, z.ZodPipe].some(
        kind => schema instanceof kind,
      )

/** Texts of one field; those in JSON are lists and objects of the permitted depth that are as wide as fits. */
function costly(room: number, depth: number): [string, string][] {
  const inner = depth - 2
  return [
    ['numbers', `[${upTo(room - 4, () => '1,')}1]`],
    ['empty lists', `[${upTo(room - 6, () => '[],')}[]]`],
    ['empty objects', `[${upTo(room - 6, () => '{},')}{}]`],
    ['empty texts', `[${upTo(room - 6, () => '"",')}""]`],
    ['nested lists', `[${upTo(room - 4 - 2 * inner, () => `${'['.repeat(inner)}${']'.repeat(inner)},`)}1]`],
    ['keys', `{${upTo(room - 20, n => `"k${n}":1,`)}"z":1}`],
    ['addresses', `${upTo(room - 10, () => 'a.')}@x.test`],
    ['an address in a list', `[{"email":"${upTo(Math.min(room, 64_000) - 30, () => 'a.')}@x.test"}]`],
    ['digits', '1'.repeat(room)],
    ['brackets', '['.repeat(room)],
  ]
}

/** The largest input that the schema accepts, and the same with an element wrong in everything at the end of each list. */
function valid(c: AnyCall): Body[] {
  const input = fullest(c.input) as Record<string, unknown>
  const spoilt = Object.fromEntries(
    Object.entries(input).map(([field, value]) => [field, Array.isArray(value) ? value.map(() => ({})) : value]),
  )
  return [
    { what: 'as large as can be', type: form, bytes: encodeForm(input) },
    { what: 'as large as can be', type: json, bytes: JSON.stringify(input) },
    { what: 'lists of nothing right', type: json, bytes: JSON.stringify(spoilt) },
  ]
}

function upTo(bytes: number, next: (n: number) => string): string {
  const parts: string[] = []
  for (let size = 0, n = 0; ; n++) {
    const part = next(n)
    size += part.length
    if (size > bytes) return parts.join('')
    parts.push(part)
  }
}

/**
 * The longest value that a schema accepts, in Chinese where it may be; texts within a list have ten signs, as nobody's five
 * thousand names are as long as a name may be.
 */
export function fullest(schema: z.ZodType, text = 1e6): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
    return fullest(schema.unwrap() as z.ZodType, text)
  if (schema instanceof z.ZodNullable) return fullest(schema.unwrap() as z.ZodType, text)
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries(schema.shape).map(([key, field]) => [key, ofName(key, fullest(field as z.ZodType, text))]),
    )
  if (schema instanceof z.ZodArray)
    return Array.from({ length: mostOf(schema) ?? 100 }, (_, n) =>
      numbered(fullest(schema.element as z.ZodType, 10), n),
    )
  if (schema instanceof z.ZodPipe) {
    const inner = fullest(schema.out as z.ZodType, text)
    return typeof inner === 'string' && inner.length < 30 ? inner : fullest(schema.in as z.ZodType, text)
  }
  if (schema instanceof z.ZodUUID) return crypto.randomUUID()
  if (schema instanceof z.ZodEmail) return `${'a'.repeat(8)}@example.test`
  if (schema instanceof z.ZodURL) return 'https://example.test'
  if (schema instanceof z.ZodISODateTime) return '2030-01-01T00:00:00Z'
  if (schema instanceof z.ZodString) return '你'.repeat(Math.min(schema.maxLength ?? 100, text))
  if (schema instanceof z.ZodNumber) return 1
  if (schema instanceof z.ZodBoolean) return true
  if (schema instanceof z.ZodEnum) return Object.values(schema.enum)[0]
  if (schema instanceof z.ZodLiteral) return [...schema.values][0]
  if (schema instanceof z.ZodUnion) return fullest(schema.options[0] as z.ZodType, text)
  return {}
}

/** Addresses and the codes of providers have no Chinese in them. */
const ofName = (key: string, value: unknown): unknown =>
  typeof value === 'string' && value.startsWith('你') && ['email', 'code', 'iss', 'state'].includes(key)
    ? 'a'.repeat(value.length)
    : value

/** No two people of a list have the same address. */
const numbered = (value: unknown, n: number): unknown =>
  typeof value === 'object' && value !== null && 'email' in value ? { ...value, email: `a${n}@example.test` } : value
