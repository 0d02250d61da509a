import type { z } from 'zod'
import type { AnyCall } from '#contract/call.ts'
import { Upload } from '#contract/fields.ts'

type Fields = Record<string, unknown>
const uuid = '5b1f0c9e-8d5e-4c7a-9f54-2f6f1f6b7d11'
const file = new Upload({ filename: 'a.pdf', mimetype: 'application/pdf', size: 0, path: '' })

/** Values of every kind that a field may want. */
const candidates: readonly unknown[] = [
  ...[
    'CONFIRM',
    uuid,
    'mallory@taken.test',
    'UTC',
    'en',
    '03/04/2031',
    '10:00',
    'AM',
    'violet Harbour 27',
    'Taken over',
  ],
  ...['$25,000', true, 1, 0, 30, [1], [uuid], ['A', 'B'], [{ email: 'mallory@taken.test' }], [], {}],
  ...['2031-03-04', '2031-03-04T10:00:00Z', [{ question: 'Which street?', answer: 'none' }], file],
]

/** A value that a schema takes: one of the candidates, the first of an enumeration, or a list of one. */
function sampleOf(schema: z.ZodType): unknown {
  const { options, element } = schema as { options?: readonly unknown[]; element?: z.ZodType }
  const all = [...candidates, ...(options ?? []), ...(element ? [[sampleOf(element)]] : [])]
  return all.find(value => schema.safeParse(value).success)
}

/**
 * Input that a call accepts: the fields that it requires, and all that `ids` has a value for, in a list where one is
 * wanted.
 */
export function sampleInput({ input }: AnyCall, ids: (field: string) => unknown): Fields {
  const fields: Fields = {}
  for (const [name, schema] of Object.entries(input.shape as Record<string, z.ZodType>)) {
    const id = ids(name)
    const given = [id, [id]].find(value => id !== undefined && schema.safeParse(value).success)
    if (given !== undefined) fields[name] = given
    else if (!schema.safeParse(undefined).success) fields[name] = sampleOf(schema)
  }
  return fields
}
