import type { FastifyInstance } from 'fastify'
import { calls } from '#app/contract/calls.ts'
import { pathOf } from '#contract/call.ts'
import { encodeForm } from '#contract/wire.ts'

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

/** A call as any program could send it, for input that the typed client would not allow. */
export async function rawCall(
  app: FastifyInstance,
  name: keyof typeof calls,
  fields: unknown,
  { headers = {}, cookies = {}, json = false, ip = '127.0.0.1' }: Raw = {},
) {
  const answer = await app.inject({
    method: calls[name].method,
    url: pathOf(name, calls[name]),
    headers: { 'content-type': json ? 'application/json' : 'application/x-www-form-urlencoded', ...headers },
    payload: json ? JSON.stringify(fields) : encodeForm(fields as Record<string, unknown>),
    cookies: { ...cookies },
    remoteAddress: ip,
  })
  const set = new Map((answer.cookies as SetCookie[]).map(cookie => [cookie.name, cookie]))
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers, set }
}
