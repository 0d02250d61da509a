import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { CallFailed, type Calls, pathOf } from '#contract/call.ts'
import { TOGETHER } from '#contract/wire.ts'

/** The most calls of one request. */
const MOST = 8

const requested = z
  .array(z.object({ call: z.string(), form: z.string() }))
  .min(1)
  .max(MOST)

/** A call of the request, and its index. */
interface OneCall {
  readonly url: string
  readonly form: string
  readonly at: number
}

/** Headers of the outer request that do not apply to each call. */
const own = new Set(['content-length', 'content-type', 'transfer-encoding', 'connection', 'expect', 'cookie'])

/**
 * Several calls in one request: the first, and after it the others side by side, with the cookies that the first has set.
 * A join link is opened, and all that the door shows is fetched, in one round trip. Each call is handled as a request
 * of its own, with its own session, rights, limits, transaction and line in the log.
 */
export function serveTogether(app: FastifyInstance, calls: Calls): void {
  app.post(TOGETHER, async (request, reply) => {
    const list = requested.safeParse(read(request.body))
    if (!list.success) throw new CallFailed('InputInvalid', { calls: 'invalid' })
    const [first, ...others] = list.data.map(({ call, form }, at) => ({ url: addressOf(calls, call), form, at }))
    const key = request.headers['idempotency-key']
    const make = ({ url, form, at }: OneCall, cookies: readonly string[]) =>
      app.inject({
        ...{ method: 'POST' as const, url, payload: form, remoteAddress: request.socket.remoteAddress ?? '' },
        headers: {
          ...Object.fromEntries(Object.entries(request.headers).filter(([name]) => !own.has(name))),
          'content-type': 'application/x-www-form-urlencoded',
          cookie: cookies.join('; '),
          // with one key for all calls the second would be refused
          ...(typeof key === 'string' && { 'idempotency-key': `${key}-${at}` }),
        },
      })
    if (!first) return reply
    const before = request.headers.cookie ? [request.headers.cookie] : []
    const opened = await make(first, before)
    // of two cookies with the same name the first one counts
    const cookies = [...opened.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`), ...before]
    const answers = [opened, ...(await Promise.all(others.map(other => make(other, cookies))))]
    const set = answers.flatMap(answer => answer.headers['set-cookie'] ?? [])
    if (set.length) reply.header('set-cookie', set)
    reply.header('cache-control', 'no-store')
    return reply.send({ code: 1, message: '', data: answers.map(answer => answer.json<unknown>()) })
  })
}

function read(body: unknown): unknown {
  try {
    return JSON.parse(String((body as { calls?: unknown } | null)?.calls))
  } catch {
    return undefined
  }
}

function addressOf(calls: Calls, name: string): string {
  const c = Object.hasOwn(calls, name) ? calls[name] : undefined
  if (c?.method !== 'POST' || c.body === 'multipart') throw new CallFailed('InputInvalid', { calls: 'unknown' })
  return pathOf(name, c)
}
