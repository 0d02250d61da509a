import { type Answer, CallFailed, type Sent, type WireCalls } from '#contract/call.ts'
import { readAnswer } from '#contract/client.ts'
import type { Upload } from '#contract/fields.ts'
import { encodeForm, encodeValue, TOGETHER } from '#contract/wire.ts'
import { noteTime } from './serverTime.ts'
import { wayOf, wire } from './wire.ts'

/** In the browser a file part is the `File` that the person chose. */
type WithFiles<I> = {
  [K in keyof I]: Exclude<I[K], undefined> extends Upload ? File | Extract<I[K], undefined> : I[K]
}
export type BrowserClient = {
  readonly [K in keyof WireCalls]: (input: WithFiles<Sent<WireCalls[K]>>) => Promise<Answer<WireCalls[K]>>
} & {
  /** Makes several calls in one request: the first, then the others in the session that it opened. */
  readonly together: <const L extends readonly CallWithInput[]>(...list: L) => Together<L>
}
type CallWithInput = { [K in keyof WireCalls]: readonly [K, Sent<WireCalls[K]>] }[keyof WireCalls]
type Together<L extends readonly CallWithInput[]> = { readonly [I in keyof L]: Promise<Answer<WireCalls[L[I][0]]>> }

/** [CONST-001, CONST-002, CONST-003] */
export const limits = { timeout: 12_000, retries: 4, pause: 1000 } as const

type Request = { path: string; init: RequestInit; patient: boolean }

interface Setting {
  fetch: typeof fetch
  wait?: (ms: number) => Promise<unknown>
  /** The options of a request. */
  headers?: (call: string) => Record<string, string>
}

/**
 * A client of the contract's calls without its schemas. A call that got no answer, or 502, 503 or 504, is repeated
 * under the same Idempotency-Key, so the server does its work once. An ended token is renewed once.
 */
export function createBrowserClient(setting: Setting): BrowserClient {
  const { fetch, wait = ms => new Promise(done => setTimeout(done, ms)), headers = () => ({}) } = setting
  let renewal: Promise<CallFailed | undefined> | undefined

  async function send({ path, init, patient }: Request): Promise<Response> {
    for (let attempt = 0; ; attempt++) {
      const sentAt = Date.now()
      const answer = await fetch(path, {
        ...init,
        ...(patient ? {} : { signal: AbortSignal.timeout(limits.timeout) }),
      }).catch(() => undefined)
      if (answer) noteTime(answer.headers.get('date'), sentAt)
      if (answer && ![502, 503, 504].includes(answer.status)) return answer
      if (attempt < limits.retries && !(await isDeclared(answer))) await wait(wire.pause ?? limits.pause)
      else if (answer) return answer
      else throw new CallFailed('Unavailable')
    }
  }

  /**
   * One renewal for all calls that found the token ended at the same time. Answers why it could not be requested: a
   * server that is down or overloaded has not refused the session.
   */
  function renew(): Promise<CallFailed | undefined> {
    const { path } = wayOf(wire.renews)
    const ask = () => send({ path, init: request({ grant_type: 'refresh_token' }, {}), patient: false })
    renewal ??= alone(ask)
      .then(
        ({ status }) => (status >= 500 || status === 429 ? notAsked(status) : undefined),
        () => notAsked(503),
      )
      .finally(() => {
        renewal = undefined
      })
    return renewal
  }

  async function make(name: string, input: Record<string, unknown>): Promise<unknown> {
    const { path, answer } = wayOf(name)
    const patient = Object.values(input).some(value => value instanceof File)
    const sent: Request = { path, init: request(input, headers(name)), patient }
    const read = async () => readAnswer(await bodyOf(await send(sent)), answer)
    try {
      return await read()
    } catch (failure) {
      // the answer has removed the cookie, so the repeat signs out the impersonating admin
      if (failure instanceof CallFailed && failure.code === 'ImpersonationEnded' && name === wire.signsOut)
        return await read()
      const ended = failure instanceof CallFailed && failure.code === 'TokenExpired' && name !== wire.renews
      if (!ended) throw failure
      // after a refusal, another tab may have renewed the session meanwhile
      const away = await renew()
      if (away) throw away
      return await read()
    }
  }

  function together(...list: readonly (readonly [string, Record<string, unknown>])[]): Promise<unknown>[] {
    const calls = list.map(([call, input]) => ({ call, form: encodeForm(input) }))
    const sent: Request = { path: TOGETHER, init: request({ calls }, headers('together')), patient: false }
    const bodies = send(sent)
      .then(bodyOf)
      .then(body => readAnswer(body, 'data') as unknown[])
    return list.map(async ([call], at) => readAnswer((await bodies)[at], wayOf(call).answer))
  }

  return new Proxy({} as BrowserClient, {
    get: (_, name: string) => (name === 'together' ? together : (input: Record<string, unknown>) => make(name, input)),
  })
}

const notAsked = (status: number) => new CallFailed(status === 429 ? 'TooManyRequests' : 'Unavailable')

function request(input: Record<string, unknown>, more: Record<string, string>): RequestInit {
  const headers: Record<string, string> = { ...more, 'idempotency-key': newKey() }
  if (!Object.values(input).some(value => value instanceof File)) {
    headers['content-type'] = 'application/x-www-form-urlencoded'
    const body = encodeForm(input)
    // it may be the last of its page, and arrives when that is closed meanwhile; browsers keep 64 kB of those
    const isLast = globalThis.document?.hidden && body.length < 10_000
    return { method: 'POST', credentials: 'same-origin', headers, body, ...(isLast && { keepalive: true }) }
  }
  const body = new FormData()
  for (const [field, value] of Object.entries(input))
    if (value instanceof File) body.append(field, value, value.name)
    else if (value !== undefined) body.append(field, encodeValue(value))
  return { method: 'POST', credentials: 'same-origin', headers, body }
}

/** A 503 with an error code of the server, such as VideoOff, is an answer and not a failure to answer. */
async function isDeclared(answer: Response | undefined): Promise<boolean> {
  const body = await answer
    ?.clone()
    .json()
    .catch(() => undefined)
  // errors of a closing Fastify, or of a proxy, have an `error` as well
  const code = body?.code === 0 ? body.error : body?.error_code
  return typeof code === 'string' && code !== 'Unavailable'
}

async function bodyOf(answer: Response): Promise<unknown> {
  try {
    return await answer.json()
  } catch {
    throw new CallFailed(answer.status >= 500 ? 'Unavailable' : answer.status === 413 ? 'BodyTooLarge' : 'Internal')
  }
}

/** One tab at a time: a refresh token that two of them use at once looks stolen to the server. */
const alone = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request('rostrum.renewal', work) : work()

/** 128 random bits. Not crypto.randomUUID, which browsers hide from addresses without TLS. */
const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map(b => b.toString(16).padStart(2, '0')).join('')
