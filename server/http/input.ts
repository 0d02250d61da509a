import { setImmediate as turn } from 'node:timers/promises'
import { z } from 'zod'
import { CallFailed, type Fields } from '#contract/call.ts'
import { brokenFields, decode, decodeForm, fromJson, listIn, mostOf } from '#contract/form.ts'
import { LONGEST_TEXT } from '#server/http/json.ts'

type Input = Record<string, unknown>

/** Elements of a list that are read before other requests get their turn. */
const SLICE = 100

/** The input of a call. Fails with InputInvalid. */
export async function readInput(schema: Fields, body: Readonly<Input>): Promise<Input> {
  const [rest, lists]: [Input, Input] = [{}, {}]
  for (const [field, kind] of Object.entries(schema.shape)) {
    if (!(field in body)) continue
    const list = listIn(kind as z.ZodType)
    if (isLong(body[field]) && !(list && /^\s*\[/.test(body[field]))) refuse(field, 'too_big')
    const value = list ? fromJson(body[field], true) : body[field]
    if (list && Array.isArray(value) && value.length > SLICE) lists[field] = await readList(list, value, field)
    else rest[field] = value
  }
  const parsed = takingAsRead(schema, lists).safeParse({ ...decodeForm(schema, rest), ...lists })
  if (!parsed.success) throw new CallFailed('InputInvalid', brokenFields(parsed.error.issues))
  return parsed.data
}

const isLong = (value: unknown): value is string => typeof value === 'string' && value.length > LONGEST_TEXT

/**
 * Decodes a long list, up to the first wrong element: the schema would make an issue of every rule that any of them
 * breaks, and 64 kB of wrong elements would occupy the server for a third of a second.
 */
async function readList(list: z.ZodArray, elements: readonly unknown[], field: string): Promise<unknown[]> {
  if (elements.length > (mostOf(list) ?? elements.length)) refuse(field, 'too_big')
  const kind = list.element as z.ZodType
  const read: unknown[] = []
  for (const [n, element] of elements.entries()) {
    if (n % SLICE === 0) await turn()
    const parsed = kind.safeParse(decode(kind, element, false))
    if (!parsed.success) {
      const issues = parsed.error.issues.map(one => ({ ...one, path: [field, n, ...one.path] }))
      throw new CallFailed('InputInvalid', brokenFields(issues))
    }
    read.push(parsed.data)
  }
  await turn()
  return read
}

/** The schema with the rules of these lists, but not those of their elements, which have been parsed. */
function takingAsRead(schema: Fields, lists: Readonly<Input>): Fields {
  const shape = Object.keys(lists).map(field => {
    const list = listIn(schema.shape[field] as z.ZodType)
    return [field, list?.clone({ ...list.def, element: z.unknown() })]
  })
  return shape.length > 0 ? schema.safeExtend(Object.fromEntries(shape)) : schema
}

function refuse(field: string, rule: string): never {
  throw new CallFailed('InputInvalid', { [field]: rule })
}
