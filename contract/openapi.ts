import { z } from 'zod'
import { type AnyCall, type Calls, pathOf } from './call.ts'
import { type ErrorCode, errors, failuresOf } from './errors.ts'

type Json = Record<string, unknown>

/** What is said of a call. */
export interface CallDoc {
  /** One sentence or noun, without a period. */
  readonly summary: string
  readonly description: string
}

interface Console {
  readonly version: string
  /** The address of the console that answers. */
  readonly url: string
  readonly docs: ReadonlyMap<string, CallDoc>
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // A form has no booleans; a JSON answer has.
      if (io === 'input' && zodSchema._zod.def.type === 'boolean') {
        delete jsonSchema.type
        Object.assign(jsonSchema, { type: 'integer', enum: [0, 1] })
      }
      if (zodSchema._zod.def.type === 'custom' && jsonSchema['format'] === 'binary') jsonSchema.type = 'string'
      // a record of known keys is written with a rule for its keys, which many tools do not read
      const { propertyNames, additionalProperties, required } = jsonSchema
      if (required && typeof propertyNames === 'object' && propertyNames.enum && additionalProperties) {
        jsonSchema.properties = Object.fromEntries(required.map(key => [key, additionalProperties]))
        delete jsonSchema.propertyNames
        delete jsonSchema.additionalProperties
      }
      // the types of a file are a hint for file dialogs, and no word of JSON Schema
      if ('accept' in jsonSchema) {
        jsonSchema['description'] = `Accepted types: ${jsonSchema['accept']}`
        delete jsonSchema['accept']
      }
    },
  }) as Json
  return json
}

/** OpenAPI 3.1 for every call of the contract. */
export function openapi(calls: Calls, { version, url, docs }: Console): Json {
  const paths: Json = {}
  for (const [name, c] of Object.entries(calls)) {
    paths[describedPath(pathOf(name, c))] = {
      [c.method.toLowerCase()]: {
        operationId: name,
        ...docs.get(name),
        security: c.who === 'anyone' ? [{}, { bearer: [] }] : [{ bearer: [] }],
        'x-who': c.who,
        ...inputOf(c),
        responses: { 200: done(c), ...failed(c) },
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rostrum',
      version,
      description: 'Every call of the console. docs/wire.md has the envelope, the sessions and the room socket.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    paths,
  }
}

/** An address as OpenAPI writes it. The console answers with and without a slash at the end. */
export const describedPath = (path: string) => path.replace(/:(\w+)/g, '{$1}').replace(/\/$/, '')

/** The query of a GET, or the form of any other call. */
function inputOf(c: AnyCall): Json {
  const schema = schemaOf(c.input, 'input')
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Json>)
  const required = (schema['required'] ?? []) as string[]
  if (c.method === 'GET')
    return {
      parameters: properties.map(([key, field]) => ({
        name: key,
        in: c.path.includes(`:${key}`) ? 'path' : 'query',
        required: required.includes(key),
        schema: field,
      })),
    }
  const nested = properties.filter(([, field]) => ['object', 'array'].includes(String(field['type'])))
  const encoding = Object.fromEntries(nested.map(([key]) => [key, { contentType: 'application/json' }]))
  const content =
    c.body === 'multipart'
      ? { 'multipart/form-data': { schema } }
      : { 'application/x-www-form-urlencoded': { schema, encoding }, 'application/json': { schema } }
  return { requestBody: { required: required.length > 0, content } }
}

function done(c: AnyCall): Json {
  const output = schemaOf(c.output, 'output')
  const envelope = {
    type: 'object',
    properties: { code: { const: 1 }, message: { type: 'string' }, [c.answer]: output },
    required: ['code', 'message', c.answer],
  }
  return response('done', c.answer === 'bare' ? output : envelope)
}

/** A response for each status, with its possible codes. */
function failed(c: AnyCall): Json {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of failuresOf(c)) byStatus.set(errors[code], [...(byStatus.get(errors[code]) ?? []), code])
  const responses: Json = {}
  for (const [status, some] of byStatus) responses[status] = response(some.join(', '), failure(c, some))
  return responses
}

function failure({ answer }: AnyCall, codes: readonly ErrorCode[]): Json {
  const fields = { type: 'object', additionalProperties: { type: 'string' } }
  // OAuth has its own format for failures.
  if (answer === 'bare')
    return {
      type: 'object',
      properties: {
        error: { enum: ['invalid_grant', 'invalid_request'] },
        error_description: { type: 'string' },
        error_code: { enum: codes },
        fields,
      },
      required: ['error', 'error_code'],
    }
  return {
    type: 'object',
    properties: {
      code: { const: 0 },
      error: { enum: codes },
      message: { type: 'string', description: 'The English wording of the error, for people.' },
      fields,
      request_id: { type: 'string' },
    },
    required: ['code', 'error', 'message', 'request_id'],
  }
}

const response = (description: string, schema: Json) => ({ description, content: { 'application/json': { schema } } })
