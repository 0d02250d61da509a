import { describe, expect, it, vi } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { createBrowserClient, limits } from './http.ts'
import { startClient, wire } from './wire.ts'

startClient({ ...wire, ways: { ...wire.ways, getPitchList: { path: 'token', answer: 'results' } } })
// biome-ignore lint/suspicious/noExplicitAny: calls made up for these tests
type Any = Record<string, (input: any) => Promise<any>>

const answer = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const done = (data: unknown) => answer({ code: 1, message: '', data })
const refused = (error: string, status: number, more = {}) => answer({ code: 0, error, message: '', ...more }, status)

/** A client over the given answers, in their order; the last one stays. */
function over(...answers: (() => Response | Promise<Response>)[]) {
  const requests: { path: string; init: RequestInit }[] = []
  const waits: number[] = []
  const client = createBrowserClient({
    fetch: async (path, init) => {
      requests.push({ path: String(path), init: init ?? {} })
      const next = answers[Math.min(requests.length, answers.length) - 1]
      if (!next) throw new Error('no answer was prepared')
      return next()
    },
    wait: async ms => waits.push(ms),
  }) as unknown as Any
  const keys = () => requests.map(r => new Headers(r.init.headers).get('idempotency-key'))
  return { client, requests, waits, keys }
}
const noAnswer = () => Promise.reject(new TypeError('Failed to fetch'))
const failure = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable(),
    (error: unknown) => error as CallFailed,
  )

describe('the HTTP client of the browser', () => {
  it('[RULE-093] sends a form: flags as 1 or 0, nested values as JSON in a field, absent values not at all', async () => {
    const { client, requests } = over(() => done({ id: 7 }))
    const input = { name: 'Q & A', is_public: true, no_file: false, people: [{ email: 'a@b.c' }], note: undefined }
    expect(await client['createPitch']?.(input)).toEqual({ id: 7 })
    expect(requests[0]?.path).toBe('/webapi/rest/app/token/createPitch')
    expect(requests[0]?.init).toMatchObject({ method: 'POST', credentials: 'same-origin' })
    expect(Object.fromEntries(new URLSearchParams(String(requests[0]?.init.body)))).toEqual({
      name: 'Q & A',
      is_public: '1',
      no_file: '0',
      people: '[{"email":"a@b.c"}]',
    })
  })

  it('lets what is sent from a hidden page, which may be closed, outlive it', async () => {
    const { client, requests } = over(() => done({}))
    vi.stubGlobal('document', { hidden: true })
    await client['createPitch']?.({ name: 'Q' })
    await client['createPitch']?.({ name: 'Q'.repeat(20_000) })
    vi.stubGlobal('document', { hidden: false })
    await client['createPitch']?.({ name: 'Q' })
    vi.unstubAllGlobals()
    expect(requests.map(({ init }) => init.keepalive)).toEqual([true, undefined, undefined])
  })

  it('sends multipart when a file is among the input, with the same encoding of the rest', async () => {
    const { client, requests } = over(() => done({}))
    await client['createPitch']?.({ file: new File(['x'], 'deck.pdf'), is_public: true, people: ['a'] })
    const body = requests[0]?.init.body as FormData
    expect(body.get('is_public')).toBe('1')
    expect(body.get('people')).toBe('["a"]')
    expect((body.get('file') as File).name).toBe('deck.pdf')
    expect(new Headers(requests[0]?.init.headers).get('content-type')).toBeNull()
  })

  it('takes lists and bare answers from their places', async () => {
    const { client } = over(
      () => answer({ code: 1, message: '', results: { items: [], total: 0 } }),
      () => answer({ access_token: 'x' }),
    )
    expect(await client['getPitchList']?.({})).toEqual({ items: [], total: 0 })
    expect(await client['signIn']?.({})).toEqual({ access_token: 'x' })
  })

  it('[CONST-001] gives up an attempt after 12 seconds', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    const { client } = over(() => done({}))
    await client['createPitch']?.({})
    expect(timeout).toHaveBeenCalledWith(12_000)
    timeout.mockRestore()
  })

  it('[CONST-002, CONST-003] without an answer tries 4 more times, 1 second apart, and then says Unavailable', async () => {
    const { client, requests, waits } = over(noAnswer)
    expect((await failure(client['createPitch']?.({}) as Promise<unknown>)).code).toBe('Unavailable')
    expect(requests).toHaveLength(1 + limits.retries)
    expect(waits).toEqual([1000, 1000, 1000, 1000])
  })

  it.each([502, 503, 504])('repeats after a %i under the same Idempotency-Key', async status => {
    const { client, keys } = over(
      () => new Response('<h1>Bad gateway</h1>', { status }),
      () => done({ id: 1 }),
    )
    expect(await client['createPitch']?.({})).toEqual({ id: 1 })
    expect(keys()).toHaveLength(2)
    expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys()[1]).toBe(keys()[0])
  })

  it('takes the error of a closing server for no answer, and never for success', async () => {
    const closing = () => answer({ error: 'Service Unavailable', message: 'Service Unavailable', statusCode: 503 }, 503)
    const { client, requests } = over(closing, () => done({ id: 1 }))
    expect(await client['createPitch']?.({})).toEqual({ id: 1 })
    expect(requests).toHaveLength(2)
    const closed = over(closing).client
    expect((await failure(closed['createPitch']?.({}) as Promise<unknown>)).code).toBe('Unavailable')
  })

  it('gives every call a key of its own', async () => {
    const { client, keys } = over(() => done({}))
    await client['createPitch']?.({})
    await client['createPitch']?.({})
    expect(new Set(keys()).size).toBe(2)
  })

  it.each([
    ['PitchNotFound', 404],
    ['InputInvalid', 400],
    ['Internal', 500],
    ['VideoOff', 503],
  ])('does not repeat what the server has answered: %s', async (error, status) => {
    const { client, requests } = over(() => refused(error, status, { fields: { name: 'required' }, request_id: 'r1' }))
    const failed = await failure(client['createPitch']?.({}) as Promise<unknown>)
    expect(failed).toBeInstanceOf(CallFailed)
    expect(failed).toMatchObject({ code: error, fields: { name: 'required' }, requestId: 'r1' })
    expect(requests).toHaveLength(1)
  })

  it('renews an ended token once, for all calls that found it ended, and repeats them', async () => {
    let renewed = 0
    const renewals: string[] = []
    const client = createBrowserClient({
      fetch: async (path, init) => {
        if (String(path).includes('oauth')) {
          renewals.push(String(init?.body))
          await new Promise(done => setTimeout(done, 5))
          renewed++
          return answer({ access_token: 'new' })
        }
        return renewed ? done({ id: 2 }) : refused('TokenExpired', 401)
      },
    }) as unknown as Any
    expect(await Promise.all([client['createPitch']?.({}), client['createPitch']?.({})])).toEqual([
      { id: 2 },
      { id: 2 },
    ])
    expect(renewals).toEqual(['grant_type=refresh_token'])
  })

  it('goes on when another tab has renewed the session meanwhile', async () => {
    const { client } = over(
      () => refused('TokenExpired', 401),
      () => answer({ error: 'invalid_grant', error_code: 'TokenExpired' }, 401),
      () => done({ id: 3 }),
    )
    expect(await client['createPitch']?.({})).toEqual({ id: 3 })
  })

  it.each([
    ['Unavailable', 503],
    ['TooManyRequests', 429],
  ])('keeps the session when the renewal could not be requested: %s', async (code, status) => {
    const client = createBrowserClient({
      wait: async () => {},
      fetch: async path =>
        String(path).includes('oauth')
          ? answer({ error: 'temporarily_unavailable', error_code: code }, status)
          : refused('TokenExpired', 401),
    }) as unknown as Any
    expect((await failure(client['createPitch']?.({}) as Promise<unknown>)).code).toBe(code)
  })

  it('says TokenExpired when the renewal does not help', async () => {
    const { client, requests } = over(() => refused('TokenExpired', 401))
    expect((await failure(client['createPitch']?.({}) as Promise<unknown>)).code).toBe('TokenExpired')
    expect(requests).toHaveLength(3)
  })

  it('makes several calls in one request, each with an answer or a failure of its own', async () => {
    const bodies = [
      { code: 1, message: '', data: { id: 7 } },
      { code: 0, error: 'PitchNotFound', message: '' },
    ]
    const { client, requests } = over(() => done([...bodies, { access_token: 'a' }]))
    const made = (client as unknown as { together: (...list: unknown[]) => Promise<unknown>[] }).together(
      ['createPitch', { name: 'Q & A', is_public: true }],
      ['getPitchList', {}],
      ['signIn', { grant_type: 'refresh_token' }],
    )
    expect(await Promise.allSettled(made)).toMatchObject([
      { value: { id: 7 } },
      { reason: { code: 'PitchNotFound' } },
      { value: { access_token: 'a' } },
    ])
    expect(requests.map(one => one.path)).toEqual(['/webapi/rest/together'])
    const sent = JSON.parse(new URLSearchParams(String(requests[0]?.init.body)).get('calls') ?? '')
    expect(sent[0]).toEqual({ call: 'createPitch', form: 'name=Q%20%26%20A&is_public=1' })
  })

  it('fails each of several calls in one request when there is no answer', async () => {
    const { client } = over(noAnswer)
    const made = (client as unknown as { together: (...list: unknown[]) => Promise<unknown>[] }).together(
      ['createPitch', {}],
      ['getPitchList', {}],
    )
    const failed = await Promise.allSettled(made)
    expect(failed).toMatchObject([{ reason: { code: 'Unavailable' } }, { reason: { code: 'Unavailable' } }])
  })
})
