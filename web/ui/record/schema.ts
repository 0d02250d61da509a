import { z } from 'zod'
import type { AnyCall } from '#contract/call.ts'

/** What a contract says about one field of a call. */
export interface FieldRule {
  readonly kind: 'text' | 'number' | 'flag' | 'list'
  /** Whether a call may leave it out. */
  readonly isOptional: boolean
  /** Whether an empty value is refused. */
  readonly refusesEmpty: boolean
  readonly maxLength?: number
  readonly min?: number
  readonly max?: number
  /** The allowed values, if limited. */
  readonly values: readonly string[]
  /** The server's default. */
  readonly usual: unknown
  /** Of a list of records, what the contract says about the fields of each. */
  readonly items?: FieldRules
}

/** What a contract says about the fields of a call, or of the records in one of its lists. */
export type FieldRules = Readonly<Record<string, FieldRule>>

interface Json {
  type?: string
  properties?: Record<string, Json>
  items?: Json
  maxLength?: number
  minimum?: number
  maximum?: number
  enum?: readonly unknown[]
  default?: unknown
}

/** Reads a call's input schema, field by field. */
export const rulesOf = ({ input }: AnyCall): FieldRules =>
  fieldsOf(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Json, input)

function fieldsOf(json: Json, schema: z.ZodObject): FieldRules {
  const fields = Object.entries(json.properties ?? {})
  return Object.fromEntries(fields.map(([name, field]) => [name, ruleOf(field, schema.shape[name] as z.ZodType)]))
}

function ruleOf(json: Json, schema: z.ZodType): FieldRule {
  const element = schema instanceof z.ZodArray ? schema.element : undefined
  return {
    kind: kindOf(json.type),
    isOptional: schema.safeParse(undefined).success,
    refusesEmpty: !schema.safeParse('').success,
    ...(json.maxLength !== undefined && { maxLength: json.maxLength }),
    ...(json.minimum !== undefined && { min: json.minimum }),
    ...(json.maximum !== undefined && { max: json.maximum }),
    values: (json.enum ?? []).filter(value => typeof value === 'string'),
    usual: json.default,
    ...(json.items && element instanceof z.ZodObject && { items: fieldsOf(json.items, element) }),
  }
}

/** The rule of a field by its path: `email`, or `questions.0.answer`. */
export function ruleAt(rules: FieldRules, path: string): FieldRule | undefined {
  const [field = '', , part] = path.split('.')
  return part === undefined ? rules[field] : rules[field]?.items?.[part]
}

function kindOf(type: string | undefined): FieldRule['kind'] {
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'boolean') return 'flag'
  return type === 'array' ? 'list' : 'text'
}

/** The values of a form, by the fields of its call. */
export type Fields = Record<string, unknown>

/** The initial values: from `start`, the server's defaults, or empty. */
export function emptyOf(rules: FieldRules, start: Fields = {}): Fields {
  const empty = { text: '', number: '', flag: false, list: [] }
  return Object.fromEntries(
    Object.entries(rules).map(([field, { kind, usual }]) => [field, start[field] ?? usual ?? empty[kind]]),
  )
}

/** Whether a field may be left out and is as empty as it was. */
const isLeftOut = (rule: FieldRule | undefined, value: unknown, start: unknown) =>
  value === '' && start === '' && rule?.isOptional === true

/** The input to send: without optional fields that stayed empty or, with `changesOnly`, unchanged. */
export const inputOf = (rules: FieldRules, values: Fields, start: Fields, changesOnly = false): Fields =>
  Object.fromEntries(
    Object.entries(rules).flatMap(([field, rule]) => {
      const value = values[field]
      const isLeft = isLeftOut(rule, value, start[field]) || (changesOnly && rule.isOptional && value === start[field])
      return isLeft ? [] : [[field, value]]
    }),
  )

/** Whether a field needs a value. */
export const isRequired = (rule: FieldRule | undefined, start: unknown): boolean =>
  rule?.refusesEmpty === true && !isLeftOut(rule, '', start)
