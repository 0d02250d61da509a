import { z } from 'zod'
import type { AnyCall } from '#contract/call.ts'

/** What a contract says about one field of a call. */
export interface FieldRule {
  readonly kind: 'text' | 'number' | 'flag' | 'list'
  /** Whether a call may leave it out. */
  readonly isOptional: boolean
  /** Whether nothing typed is refused. */
  readonly refusesEmpty: boolean
  readonly maxLength?: number
  readonly min?: number
  readonly max?: number
  /** The values to choose from, where there are only these. */
  readonly values: readonly string[]
  /** What the server takes when it is left out. */
  readonly usual: unknown
}

interface Json {
  type?: string
  maxLength?: number
  minimum?: number
  maximum?: number
  enum?: readonly unknown[]
  default?: unknown
}

/** Reads a call's input schema, field by field. */
export function rulesOf({ input }: AnyCall): Readonly<Record<string, FieldRule>> {
  const json = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  const fields = Object.entries(json.properties ?? {}) as [string, Json][]
  return Object.fromEntries(
    fields.map(([name, field]): [string, FieldRule] => {
      const schema = input.shape[name] as z.ZodType
      return [
        name,
        {
          kind: kindOf(field.type),
          isOptional: schema.safeParse(undefined).success,
          refusesEmpty: !schema.safeParse('').success,
          ...(field.maxLength !== undefined && { maxLength: field.maxLength }),
          ...(field.minimum !== undefined && { min: field.minimum }),
          ...(field.maximum !== undefined && { max: field.maximum }),
          values: (field.enum ?? []).filter(value => typeof value === 'string'),
          usual: field.default,
        },
      ]
    }),
  )
}

function kindOf(type: string | undefined): FieldRule['kind'] {
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'boolean') return 'flag'
  return type === 'array' ? 'list' : 'text'
}

/** What is in a form, by the fields of its call. */
export type Fields = Record<string, unknown>

/** A form's fields as they begin: as `start` has them, as the server takes them when they are left out, or empty. */
export function emptyOf(rules: Readonly<Record<string, FieldRule>>, start: Fields = {}): Fields {
  const empty = { text: '', number: '', flag: false, list: [] }
  return Object.fromEntries(
    Object.entries(rules).map(([field, { kind, usual }]) => [field, start[field] ?? usual ?? empty[kind]]),
  )
}

/** Whether a field may be left out and is as empty as it was. */
const isLeftOut = (rule: FieldRule | undefined, value: unknown, start: unknown) =>
  value === '' && start === '' && rule?.isOptional === true

/** What is sent: without what may be left out and is as empty as it was or, with `changesOnly`, as it was. */
export const inputOf = (
  rules: Readonly<Record<string, FieldRule>>,
  values: Fields,
  start: Fields,
  changesOnly = false,
): Fields =>
  Object.fromEntries(
    Object.entries(rules).flatMap(([field, rule]) => {
      const value = values[field]
      const isLeft = isLeftOut(rule, value, start[field]) || (changesOnly && rule.isOptional && value === start[field])
      return isLeft ? [] : [[field, value]]
    }),
  )

/** Whether something has to be in a field. */
export const isRequired = (rule: FieldRule | undefined, start: unknown): boolean =>
  rule?.refusesEmpty === true && !isLeftOut(rule, '', start)
