import type { FastifyInstance } from 'fastify'
import { calls } from '#app/contract/calls.ts'
import { type AnyCall, pathOf } from '#contract/call.ts'
import { filledPath } from '#contract/client.ts'
import { Upload } from '#contract/fields.ts'
import { encodeForm, encodeValue } from '#contract/wire.ts'

interface Raw {
  readonly headers?: Readonly<Record<string, string>>
  readonly cookies?: Readonly<Record<string, string>>
  /** Sent as JSON instead of a form. */
  readonly json?: boolean
  /** The sender's address. */
  readonly ip?: string
}

export interface SetCookie {
  readonly name: string
  readonly value: string
  readonly path?: string
  readonly httpOnly?: boolean
  readonly sameSite?: string
  readonly secure?: boolean
  readonly maxAge?: number
}

/** The request of a call with any fields: those of a GET are in its address, as in the client's requests. */
export function requestOf(name: keyof typeof calls, fields: Readonly<Record<string, unknown>>, json = false) {
  const { method }: AnyCall = calls[name]
  const url = filledPath(pathOf(name, calls[name]), fields)
  if (method === 'GET') return { method, url: `${url}?${encodeForm(fields)}`, headers: {} }
  if (Object.values(fields).some(value => value instanceof Upload)) return { method, url, ...asParts(fields) }
  const headers = { 'content-type': json ? 'application/json' : 'application/x-www-form-urlencoded' }
  return { method, url, headers, payload: json ? JSON.stringify(fields) : encodeForm(fields) }
}

/** A form with files, which are empty: for calls that are refused before they are read. */
function asParts(fields: Readonly<Record<string, unknown>>) {
  const parts = Object.entries(fields).map(([name, value]) => {
    const isFile = value instanceof Upload
    const filename = isFile ? `; filename="${value.filename}"` : ''
    return `--part\r\ncontent-disposition: form-data; name="${name}"${filename}\r\n\r\n${isFile ? '' : encodeValue(value)}\r\n`
  })
  return { headers: { 'content-type': 'multipart/form-data; boundary=part' }, payload: `${parts.join('')}--part--\r\n` }
}

/** A call as any program could send it, for input that the typed client would not allow. */
export async function rawCall(
  app: FastifyInstance,
  name: keyof typeof calls,
  fields: unknown,
  { headers = {}, cookies = {}, json = false, ip = '127.0.0.1' }: Raw = {},
) {
  const request = requestOf(name, fields as Record<string, unknown>, json)
  const answer = await app.inject({
    ...request,
    headers: { ...request.headers, ...headers },
    cookies: { ...cookies },
    remoteAddress: ip,
  })
  const set = new Map((answer.cookies as SetCookie[]).map(cookie => [cookie.name, cookie]))
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers, set }
}
