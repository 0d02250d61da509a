import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AnyCall, CallFailed, type Calls, pathOf } from '#contract/call.ts'
import { failuresOf } from '#contract/errors.ts'
import { rightNow } from '#server/clock.ts'
import type { Begun, Context, ContextParts, Handlers, MakeContextParts, RequestInfo } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Actor, Frame } from '#server/frame.ts'
import { beforeBody, readBody } from '#server/http/body.ts'
import type { Callers, NamedCall } from '#server/http/callers.ts'
import { UndeclaredFailure } from '#server/http/errors.ts'
import { answeredBefore, idempotencyKey, rememberAnswer } from '#server/http/idempotency.ts'
import { readInput } from '#server/http/input.ts'
import { inTurn } from '#server/http/inTurn.ts'
import { addJob } from '#server/jobs/jobs.ts'
import { preparing } from '#server/storage/forCall.ts'

/** What `app/` passes in: the calls, and the functions that know their words. */
export interface Served<T extends Calls> {
  readonly calls: T
  readonly handlers: Handlers<T>
  readonly callers: Callers
  readonly contextParts: MakeContextParts
  readonly disguise: Disguise
}

/** Changes what a call takes and what it answers where its people are known by other ids than ours. */
export interface Disguise {
  readonly takes: <T>(made: Disguised, input: T) => Promise<T>
  readonly answers: <T>(made: Disguised, data: T) => Promise<T>
}

interface Disguised {
  readonly frame: Frame
  readonly call: NamedCall
  readonly actor: Actor | undefined
  readonly input: Readonly<Record<string, unknown>>
}

/** A handler of any call. */
interface AnyHandler {
  readonly prepare?: (call: unknown) => Promise<unknown>
  readonly opensTransactions?: true
  readonly handle: (context: unknown, prepared?: unknown) => Promise<unknown>
}

/** The steps of every call: session, who, body, codec, handler in a transaction, output schema, envelope. */
export function serveCalls<T extends Calls>(app: FastifyInstance, frame: Frame, served: Served<T>): void {
  const { callers } = served
  const admitted = new WeakMap<FastifyRequest, Actor | undefined>()
  for (const [name, c] of Object.entries(served.calls) as [keyof T & string, AnyCall][]) {
    const call: NamedCall = { ...c, name }
    const given = served.handlers[name] as AnyHandler['handle'] | AnyHandler
    const handler = typeof given === 'function' ? { handle: given } : given
    app.route({
      method: c.method,
      url: pathOf(name, c),
      config: { call: name, answer: c.answer, maxDepth: c.maxDepth },
      bodyLimit: c.maxBytes,
      preParsing: async (request, reply) => {
        const admit = () => callers.admit({ frame, call, request, reply })
        admitted.set(request, await beforeBody(c, request, reply, admit))
      },
      handler: async (request, reply) => {
        const actor = admitted.get(request)
        await using body = await readBody(request, frame, c)
        const made = makeCall({ frame, call, handler, served, request, reply, actor, body: body.fields })
        const data = await refuseUndeclared(call, made)
        reply.header('cache-control', 'no-store')
        return reply.send(c.answer === 'bare' ? data : { code: 1, message: '', [c.answer]: data })
      },
    })
  }
}

/** A failure that the contract does not declare becomes `Internal`, because clients cannot rely on it. */
async function refuseUndeclared<T>(call: NamedCall, made: Promise<T>): Promise<T> {
  try {
    return await made
  } catch (error) {
    if (error instanceof CallFailed && !failuresOf(call).has(error.code)) throw new UndeclaredFailure(call.name, error)
    throw error
  }
}

interface Made {
  readonly frame: Frame
  readonly call: NamedCall
  readonly handler: AnyHandler
  readonly served: Pick<Served<Calls>, 'callers' | 'contextParts' | 'disguise'>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly actor: Actor | undefined
  readonly body: Record<string, unknown>
}

async function makeCall(made: Made): Promise<unknown> {
  const { frame, call, served, actor, body } = made
  const given = await readInput(call.input, body)
  const disguised = { frame, call, actor, input: given }
  const input = await served.disguise.takes(disguised, given)
  return served.disguise.answers(disguised, await handleCall(made, input))
}

async function handleCall(
  { frame, call, handler, served, request, reply, actor }: Made,
  input: Record<string, unknown>,
): Promise<unknown> {
  const fail = (code: never, fields?: Record<string, string>) => {
    throw new CallFailed(code, fields)
  }
  const info = requestInfo(request, reply)
  const outside = () => ({ now: rightNow(), request: info, frame, input, actor, fail })
  const { prepared, drop } = await preparing(frame.storage, async () => handler.prepare?.(outside()))
  const afterwards: (() => void | Promise<void>)[] = []
  const act = async (db: Transaction) => {
    await served.callers.note({ db, actor, request }, call)
    if (handler.opensTransactions) return call.output.parse(await handler.handle(outside()))
    const afterCommit: Context['afterCommit'] = task => void afterwards.push(task)
    const context: Context = {
      ...outside(),
      db,
      enqueue: (...job) => addJob(db, ...job),
      afterCommit,
      ...partsOf(served.contextParts, { db, actor, frame, afterCommit }),
    }
    return call.output.parse(await handler.handle(context, prepared))
  }
  // A read needs no transaction; the types differ only in what a transaction can do.
  if (call.reads || handler.opensTransactions) return act(frame.db as unknown as Transaction)

  const key = idempotencyKey(request, actor, call, input)
  let isRepeat = false
  const transact = () => {
    afterwards.length = 0
    return frame.db.transaction(async db => {
      if (!key) return act(db)
      const known = await answeredBefore(db, frame.settings, key)
      isRepeat = known !== undefined
      if (known) return known.answer
      const answer = await act(db)
      await rememberAnswer(db, frame.settings, key, answer)
      return answer
    })
  }
  const { pitch_uuid, uuid, group_uuid } = input
  const room = call.waitsForRoom ? (pitch_uuid ?? uuid ?? group_uuid) : undefined
  const turn = { person: actor?.accountId, room }
  const data = await inTurn(turn, () => again(transact)).catch(async error => {
    // a transaction that broke otherwise may have been committed
    if (error instanceof CallFailed) await drop()
    throw error
  })
  if (isRepeat) await drop()
  for (const task of afterwards) {
    try {
      await task()
    } catch (error) {
      request.log.error({ err: error, call: call.name }, 'after the commit')
    }
  }
  return data
}

/** The words' parts of the context, built for this transaction alone. */
const partsOf = (make: MakeContextParts, begun: Begun): ContextParts =>
  Object.fromEntries(Object.entries(make).map(([name, part]) => [name, part(begun)])) as unknown as ContextParts

/** What a handler can read of a request and set on its response. */
const requestInfo = (request: FastifyRequest, reply: FastifyReply): RequestInfo => ({
  id: request.id,
  ip: request.ip,
  userAgent: String(request.headers['user-agent'] ?? '').slice(0, 400),
  isBrowser: request.headers['sec-fetch-site'] !== undefined || request.headers.origin !== undefined,
  cookies: request.cookies,
  setCookie: (cookie, value, options) => void reply.setCookie(cookie, value, options),
})

/** PostgreSQL ends one of two deadlocked transactions and rolls it back: it runs again. */
async function again<T>(transact: () => Promise<T>): Promise<T> {
  try {
    return await transact()
  } catch (error) {
    if ((error as { cause?: { code?: string } }).cause?.code !== '40P01') throw error
    return transact()
  }
}
