/** The part of JSON Schema that the contract comes to. */
export interface Schema {
  readonly type?: string
  readonly format?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly maxItems?: number
  readonly pattern?: string
}
interface Body {
  readonly content: Readonly<Record<string, { readonly schema: Schema }>>
}
interface Operation {
  readonly operationId: string
  readonly description?: string
  readonly 'x-who': readonly string[] | 'anyone'
  readonly requestBody?: Body
  /** The query of a GET. */
  readonly parameters?: readonly { readonly name: string; readonly required: boolean; readonly schema: Schema }[]
  readonly responses: Readonly<Record<string, Body & { readonly description: string }>>
}
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** One call, as the page shows it. */
export interface WireCall {
  readonly name: string
  readonly description: string
  readonly method: string
  readonly path: string
  /** The part of the path that calls share. */
  readonly group: string
  readonly who: readonly string[]
  readonly input: Schema | undefined
  readonly encodings: readonly string[]
  readonly output: Schema | undefined
  readonly errors: readonly { readonly status: string; readonly codes: readonly string[] }[]
}

/** The calls of /openapi.json, in their order. */
export function callsOf(document: OpenApi): WireCall[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const bodies = Object.entries(operation.requestBody?.content ?? {})
      const who = operation['x-who']
      return {
        name: operation.operationId,
        description: operation.description ?? '',
        method: method.toUpperCase(),
        path,
        group: path.split('/').slice(0, 5).join('/'),
        who: typeof who === 'string' ? [who] : who,
        input: bodies[0]?.[1].schema ?? queryOf(operation),
        encodings: bodies.map(([encoding]) => encoding),
        output: outputOf(operation),
        errors: Object.entries(operation.responses)
          .filter(([status]) => status !== '200')
          .map(([status, { description }]) => ({ status, codes: description.split(', ') })),
      }
    }),
  )
}

function queryOf({ parameters = [] }: Operation): Schema {
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  }
}

/** What a call answers, taken from its envelope. */
function outputOf({ responses }: Operation): Schema | undefined {
  const envelope = responses['200']?.content['application/json']?.schema
  return envelope?.properties?.['data'] ?? envelope?.properties?.['results'] ?? envelope
}

/** The calls that have every word of the search in their name, description, path, callers or errors. */
export function searchCalls(calls: readonly WireCall[], search: string): WireCall[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return calls.filter(call => {
    const text = [call.name, call.description, call.path, ...call.who, ...call.errors.flatMap(error => error.codes)]
      .join(' ')
      .toLowerCase()
    return words.every(word => text.includes(word))
  })
}

/** A field's type in short: `string (uuid)`, `"AM" | "PM"`, `[…]` for lists, `{…}` for objects. */
export function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map(value => JSON.stringify(value)).join(' | ')
  const some = schema.anyOf ?? schema.oneOf
  if (some) return some.map(typeOf).join(' | ')
  if (schema.type === 'array') return `[${schema.items ? typeOf(schema.items) : ''}]`
  if (schema.type === 'object') return '{…}'
  return schema.format ? `${schema.type} (${schema.format})` : (schema.type ?? 'any')
}

/** What a value has to keep to: `1–80`, `≤ 4000`, its default. */
export function limitsOf(schema: Schema): string {
  const from = schema.minLength ?? schema.minimum
  const to = schema.maxLength ?? schema.maximum ?? schema.maxItems
  const bounds =
    from !== undefined && to !== undefined
      ? `${from}–${to}`
      : to !== undefined
        ? `≤ ${to}`
        : from !== undefined
          ? `≥ ${from}`
          : ''
  const start = schema.default === undefined ? '' : `= ${JSON.stringify(schema.default)}`
  return [bounds, schema.pattern && `/${schema.pattern}/`, start].filter(Boolean).join('  ')
}

/** The fields of an object, or of the objects in a list, and under which name they lie within `schema`. */
export function fieldsOf(schema: Schema | undefined): { name: string; schema: Schema; required: boolean }[] {
  const object = schema?.type === 'array' ? schema.items : schema
  return Object.entries(object?.properties ?? {}).map(([name, field]) => ({
    name,
    schema: field,
    required: object?.required?.includes(name) ?? false,
  }))
}
