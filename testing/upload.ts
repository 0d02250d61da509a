import type { FastifyInstance } from 'fastify'
import { calls } from '#app/contract/calls.ts'
import { pathOf } from '#contract/call.ts'

interface Part {
  readonly bytes: Buffer
  readonly name?: string
  readonly type?: string
}

/** Makes a multipart call with one file, `file`, as a browser sends it. */
export async function uploadCall(
  app: FastifyInstance,
  name: keyof typeof calls,
  token: string,
  file: Part,
  fields: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
) {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  const type = file.type ?? 'application/octet-stream'
  form.append('file', new Blob([new Uint8Array(file.bytes)], { type }), file.name ?? 'file')
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  const answer = await app.inject({
    method: 'POST',
    url: pathOf(name, calls[name]),
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': request.headers.get('content-type') ?? '',
      ...headers,
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: answer.statusCode, body: answer.json() }
}
