import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { CallFailed } from '#contract/call.ts'
import { call } from '#contract/declare.ts'
import { upload } from '#contract/fields.ts'
import { callers } from '#features/access/signIn/server/callers.ts'
import { announcing } from '#features/room/room/server/announce.ts'
import { opensTransactions, prepares } from '#server/context.ts'
import { type Disguise, type Served, serveCalls } from '#server/http/calls.ts'
import { answeredCall } from '#server/http/tables.ts'
import { type Stack, startStack } from '#testing/startStack.ts'

const probes = {
  probeCount: call({
    path: 'token',
    who: ['presenter'],
    input: z.object({ by: z.number().int().default(1), explode: z.boolean().default(false) }),
    output: z.object({ made: z.number() }),
    errors: ['PitchNotFound'],
  }),
  probeUndeclared: call({
    path: 'token',
    who: ['presenter'],
    input: z.object({ where: z.enum(['preparation', 'handler']) }),
    output: z.object({}),
    errors: ['PitchNotFound'],
  }),
  probeOwn: call({
    path: 'token',
    who: ['presenter'],
    input: z.object({}),
    output: z.object({}),
    errors: ['PitchNotFound'],
  }),
  probeRead: call({
    path: 'token',
    who: ['presenter'],
    reads: true,
    answer: 'results',
    input: z.object({}),
    output: z.object({ items: z.array(z.string()), total: z.number() }),
  }),
  probeList: call({ path: 'token', who: ['presenter'], input: z.object({ list: z.array(z.number()).max(3) }) }),
  probeLong: call({
    path: 'token',
    who: ['presenter'],
    reads: true,
    input: z.object({ list: z.array(z.number()).max(5000) }),
    output: z.object({ made: z.number() }),
  }),
  probeFile: call({
    path: 'token',
    who: ['presenter'],
    body: 'multipart',
    maxFileBytes: 1000,
    input: z.object({ name: z.string(), file: upload('*') }),
    output: z.object({ name: z.string(), size: z.number() }),
  }),
}

let stack: Stack
let ran = 0
beforeAll(async () => {
  stack = await startStack()
  await stack.db.execute(sql`create table probe (n int)`)
  const handlers: Served<typeof probes>['handlers'] = {
    probeCount: async ({ db, input, fail, afterCommit }) => {
      await db.execute(sql`insert into probe values (${input.by})`)
      afterCommit(() => void ran++)
      if (input.by === 404) fail('PitchNotFound')
      if (input.explode) throw new Error('boom with a secret')
      const { rows } = await db.execute(sql`select count(*)::int as made from probe`)
      return { made: Number(rows[0]?.['made']) }
    },
    probeUndeclared: prepares(
      async ({ input }) => {
        if (input.where === 'preparation') throw new CallFailed('PitchLocked')
      },
      async ({ db }) => {
        await db.execute(sql`insert into probe values (1)`)
        throw new CallFailed('PitchLocked')
      },
    ),
    probeOwn: opensTransactions(async () => {
      throw new CallFailed('PitchLocked')
    }),
    // as a handler answers whole rows
    probeRead: async () => ({ items: ['a'], total: 1, ...{ passwordHash: 'hash' } }),
    probeList: async () => ({}),
    probeLong: async ({ input }) => ({ made: input.list.length }),
    probeFile: async ({ input }) => ({ name: input.name, size: input.file.size }),
  }
  const disguise: Disguise = { takes: async (_made, input) => input, answers: async (_made, data) => data }
  serveCalls(stack.app, stack.frame, {
    calls: probes,
    handlers,
    callers,
    contextParts: { announce: announcing },
    disguise,
  })
})
afterAll(() => stack.stop())

const post = (name: string, body: string | Readable, headers: Record<string, string> = {}) =>
  stack.app.inject({
    method: 'POST',
    url: `/webapi/rest/app/token/${name}`,
    payload: body,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Bearer ${stack.people.presenter.token}`,
      ...headers,
    },
  })
const rows = async () => Number((await stack.db.execute(sql`select count(*)::int as n from probe`)).rows[0]?.['n'])

describe('the way of a call', () => {
  it('[CALL-001, CALL-002] answers a form in the envelope of a success', async () => {
    const answer = await post('probeCount', 'by=1')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ code: 1, message: '', data: { made: expect.any(Number) } })
  })
  it('answers a list under results, and reads JSON as well', async () => {
    const answer = await post('probeRead', '{}', { 'content-type': 'application/json' })
    expect(answer.json()).toEqual({ code: 1, message: '', results: { items: ['a'], total: 1 } })
  })
  it('answers nothing that the contract does not name', async () => {
    expect((await post('probeRead', '')).json().results).toEqual({ items: ['a'], total: 1 })
  })
  it('names the broken field', async () => {
    const answer = await post('probeCount', 'by=many')
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 0, error: 'InputInvalid', fields: { by: expect.any(String) } })
  })
  it('leaves nothing of a failed call, and does nothing after it', async () => {
    const before = [await rows(), ran]
    expect((await post('probeCount', 'by=404')).json()).toMatchObject({ code: 0, error: 'PitchNotFound' })
    expect([await rows(), ran]).toEqual(before)
  })
  it('answers an internal failure with its request id, not its cause', async () => {
    const answer = await post('probeCount', 'explode=1')
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toEqual({
      ...{ code: 0, error: 'Internal', request_id: expect.any(String) },
      message: 'Something went wrong. Try again. If it keeps happening, contact your admin.',
    })
  })
  it.each([
    ['a preparation', 'probeUndeclared', 'where=preparation'],
    ['a handler', 'probeUndeclared', 'where=handler'],
    ['a handler with transactions of its own', 'probeOwn', ''],
  ])(
    'refuses a failure of %s that the contract does not declare, leaves nothing of it and logs it as a defect',
    async (...of) => {
      const [, name, form] = of
      const before = await rows()
      const answer = await post(name, form)
      expect(answer.statusCode).toBe(500)
      expect(answer.json()).toMatchObject({ code: 0, error: 'Internal' })
      expect(await rows()).toBe(before)
      // a stack that is stopped with one of these fails its test
      const [logged] = stack.undeclared.splice(0)
      expect(logged).toContain(`${name} fails with PitchLocked, which its contract does not declare`)
      expect(stack.undeclared).toEqual([])
    },
  )
  it('does a repeated call once, and gives its answer again', async () => {
    const before = await rows()
    const headers = { 'idempotency-key': 'key-of-one-click' }
    const answers = await Promise.all([1, 2, 3].map(() => post('probeCount', 'by=7', headers)))
    expect(new Set(answers.map(answer => answer.body)).size).toBe(1)
    expect(await rows()).toBe(before + 1)
  })
  it('encrypts the kept answer, which may carry a link or a key that is only a hash elsewhere', async () => {
    const { body } = await post('probeCount', 'by=3', { 'idempotency-key': 'key-of-a-secret' })
    const [row] = await stack.db.select().from(answeredCall).where(eq(answeredCall.key, 'key-of-a-secret'))
    expect(row?.answer).toMatch(/^v1\.[\w-]+$/)
    expect((await post('probeCount', 'by=3', { 'idempotency-key': 'key-of-a-secret' })).body).toBe(body)
  })
  it('keeps no hash of the input that could be found by guessing', async () => {
    await post('probeCount', 'by=3', { 'idempotency-key': 'key-of-a-guess' })
    const [row] = await stack.db.select().from(answeredCall).where(eq(answeredCall.key, 'key-of-a-guess'))
    expect(row?.call).toMatch(/^probeCount [\w-]{43}$/)
    for (const by of [1, 2, 3, 4]) {
      const tried = createHash('sha256').update(JSON.stringify({ by, explode: false }))
      expect(row?.call).not.toContain(tried.digest('base64url'))
    }
    // nor is the same wish of another key the same
    await post('probeCount', 'by=3', { 'idempotency-key': 'key-of-another' })
    const [other] = await stack.db.select().from(answeredCall).where(eq(answeredCall.key, 'key-of-another'))
    expect(other?.call).not.toBe(row?.call)
  })
  it('refuses a key that was used with other input, instead of saying that it was done', async () => {
    const headers = { 'idempotency-key': 'key-of-two-wishes' }
    const before = await rows()
    expect((await post('probeCount', 'by=1', headers)).statusCode).toBe(200)
    const fields = { 'idempotency-key': 'taken' }
    expect((await post('probeCount', 'by=2', headers)).json()).toMatchObject({ error: 'InputInvalid', fields })
    expect(await rows()).toBe(before + 1)
  })
  it('refuses a key that another call has used', async () => {
    await post('probeCount', '', { 'idempotency-key': 'key-for-counting' })
    const answer = await post('probeFile', '', { 'idempotency-key': 'key-for-counting' })
    expect(answer.json()).toMatchObject({ error: 'InputInvalid' })
  })
  it('keeps a file of a multipart call on the disk, and refuses multipart elsewhere', async () => {
    const boundary = 'x'
    const body = `--x\r\ncontent-disposition: form-data; name="name"\r\n\r\nÄ\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n12345\r\n--x--\r\n`
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    expect((await post('probeFile', body, headers)).json()).toMatchObject({ data: { name: 'Ä', size: 5 } })
    expect((await post('probeCount', body, headers)).json()).toMatchObject({ error: 'BodyNotReadable' })
  })
  it.each([
    ['text/plain', 'by=1'],
    ['application/x-www-form-urlencoded\t; charset=x', 'by=many'],
    ['application/json\t', '{"by":"many"}'],
    ['', 'by=1'],
    ['application/json', '[1]'],
    ['application/json', '{'],
  ])('validates whatever Content-Type says: %j', async (type, body) => {
    const answer = await post('probeCount', body, { 'content-type': type })
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode).toBeLessThan(500)
  })
  it('refuses a form of five thousand fields and one that is not UTF-8', async () => {
    const many = Array.from({ length: 5000 }, (_, n) => `f${n}=1`).join('&')
    expect((await post('probeCount', many)).json()).toMatchObject({ error: 'InputInvalid' })
    expect((await post('probeCount', 'by=%ff')).json()).toMatchObject({ error: 'BodyNotReadable' })
  })
  it('refuses a body larger than its call takes, by the size that it announces and by the bytes that come', async () => {
    const { maxBytes } = probes.probeCount
    const large = `by=${'1'.repeat(maxBytes)}`
    const announced = await post('probeCount', large)
    expect([announced.statusCode, announced.json().error]).toEqual([413, 'BodyTooLarge'])
    const streamed = await post('probeCount', Readable.from([large]))
    expect([streamed.statusCode, streamed.json().error]).toEqual([413, 'BodyTooLarge'])
    expect(streamed.headers.connection).toBe('close')
  })
  it('reads no byte of a body from a sender whom the call does not allow', async () => {
    let read = 0
    const body = new Readable({
      read() {
        read++
        this.push('by=1&')
      },
    })
    const answer = await post('probeCount', body, {
      authorization: 'Bearer nobody',
      'transfer-encoding': 'chunked',
    })
    expect(answer.json()).toMatchObject({ error: 'NotSignedIn' })
    expect(answer.headers.connection).toBe('close')
    expect(read).toBeLessThan(50)
  })
  it.each([
    ['a JSON body', 'application/json', `${'['.repeat(9)}${']'.repeat(9)}`, { '': 'tooDeep' }],
    ['the JSON of a field', 'application/x-www-form-urlencoded', `list=${'[{"a":'.repeat(5)}`, { list: 'tooDeep' }],
    ['a body of very many values', 'application/json', `[${'1,'.repeat(30_001)}1]`, { '': 'too_big' }],
    ['a list longer than is permitted', 'application/x-www-form-urlencoded', 'list=[1,2,3,4]', { list: 'too_big' }],
  ])('refuses %s that is nested or filled beyond measure', async (_what, type, body, fields) => {
    const answer = await post('probeList', body, { 'content-type': type })
    expect(answer.json()).toMatchObject({ error: 'InputInvalid', fields })
  })
  it('names the first wrong element of a long list, and reads no further', async () => {
    const list = Array.from({ length: 5000 }, (_, n) => (n < 300 ? 1 : 'x'))
    const answer = await post('probeLong', `list=${JSON.stringify(list)}`)
    expect(answer.json()).toMatchObject({ error: 'InputInvalid', fields: { 'list.300': 'invalid_type' } })
    expect(Object.keys(answer.json().fields)).toHaveLength(1)
    expect((await post('probeLong', `list=${JSON.stringify(list.slice(0, 300))}`)).json().data).toEqual({ made: 300 })
  })
  it('answers a call that does not exist in the same envelope', async () => {
    expect((await post('noSuchCall', '')).json()).toMatchObject({ code: 0, error: 'NotFound' })
  })
})
