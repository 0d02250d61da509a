import { z } from 'zod'
import { type Calls, pathOf } from './call.ts'
import { errors } from './errors.ts'

type Json = Record<string, unknown>
const schemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'boolean') {
        delete jsonSchema.type
        Object.assign(jsonSchema, { type: 'integer', enum: [0, 1] })
      }
      if (zodSchema._zod.def.type === 'custom' && jsonSchema['format'] === 'binary') jsonSchema.type = 'string'
      delete jsonSchema.$schema
    },
  }) as Json

/** OpenAPI 3.1 for every call of the contract. */
export function openapi(calls: Calls, version: string): Json {
  const paths: Json = {}
  for (const [name, c] of Object.entries(calls)) {
    const input = schemaOf(c.input, 'input')
    delete input['$schema']
    const properties = (input['properties'] ?? {}) as Record<string, Json>
    const nested = Object.entries(properties)
      .filter(([, p]) => ['object', 'array'].includes(String(p['type'])))
      .map(([k]) => [k, { contentType: 'application/json' }])
    const content: Json =
      c.body === 'multipart'
        ? { 'multipart/form-data': { schema: input } }
        : {
            'application/x-www-form-urlencoded': { schema: input, encoding: Object.fromEntries(nested) },
            'application/json': { schema: input },
          }
    const output = schemaOf(c.output, 'output')
    delete output['$schema']
    const byStatus = new Map<number, string[]>()
    for (const code of [
      'InputInvalid',
      ...(c.who === 'anyone' ? [] : ['NotSignedIn', 'NotAllowed']),
      ...c.errors,
    ] as (keyof typeof errors)[]) {
      byStatus.set(errors[code], [...(byStatus.get(errors[code]) ?? []), code])
    }
    const responses: Json = {
      200: {
        description: 'done',
        content: {
          'application/json': {
            schema:
              c.answer === 'bare'
                ? output
                : {
                    type: 'object',
                    properties: { code: { const: 1 }, message: { type: 'string' }, [c.answer]: output },
                    required: ['code', 'message'],
                  },
          },
        },
      },
    }
    for (const [status, codes] of byStatus)
      responses[status] = {
        description: codes.join(', '),
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: { code: { const: 0 }, error: { enum: codes }, message: { type: 'string' } },
              required: ['code', 'error', 'message'],
            },
          },
        },
      }
    paths[pathOf(name, c)] = {
      [c.method.toLowerCase()]: {
        operationId: name,
        security: c.who === 'anyone' ? [] : [{ bearer: [] }],
        'x-who': c.who,
        requestBody: { required: true, content },
        responses,
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Rostrum', version },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    paths,
  }
}
