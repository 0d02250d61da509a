import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AnyCall, CallFailed, type Calls, type Handlers, pathOf } from '#contract/call.ts'
import { brokenFields, decodeForm } from '#contract/form.ts'
import { callerOf, visitorOf } from '#features/access/session/server/actor.ts'
import {
  clearEndedImpersonation,
  noteImpersonated,
  refuseChangedPerson,
  refuseWhileImpersonating,
} from '#features/access/session/server/impersonated.ts'
import type { RoomEvent } from '#features/room/room/events.ts'
import { appendEvent } from '#features/room/room/server/append.ts'
import { rightNow } from '#server/clock.ts'
import { type Context, doesOpenTransactions, preparationOf, type RequestInfo } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Actor, Frame } from '#server/frame.ts'
import { readBody } from '#server/http/body.ts'
import { answeredBefore, idempotencyKey, rememberAnswer } from '#server/http/idempotency.ts'
import { inTurn } from '#server/http/inTurn.ts'
import { addJob } from '#server/jobs/jobs.ts'

/** One way for a call: body, codec, session, who, handler in a transaction, output schema, envelope. */
export function serveCalls<T extends Calls>(
  app: FastifyInstance,
  frame: Frame,
  calls: T,
  handlers: Handlers<T, Context, Actor>,
): void {
  for (const [name, c] of Object.entries(calls) as [keyof T & string, AnyCall][]) {
    const handle = handlers[name] as (context: unknown, prepared: unknown) => Promise<unknown>
    app.route({
      method: c.method,
      url: pathOf(name, c),
      config: { call: name },
      handler: async (request, reply) => {
        const actor = await clearEndedImpersonation(callerFor(name, c, frame, request), frame, reply)
        await using body = await readBody(request, frame, c)
        const data = await makeCall({ frame, name, c, handle, request, reply, actor, body: body.fields })
        reply.header('cache-control', 'no-store')
        return reply.send(c.answer === 'bare' ? data : { code: 1, message: '', [c.answer]: data })
      },
    })
  }
}

/** Who makes a call. Every call denies by default: only those whom its contract names pass. */
async function callerFor(name: string, c: AnyCall, frame: Frame, request: FastifyRequest): Promise<Actor | undefined> {
  const { who, whileImpersonating } = c
  if (who === 'anyone') {
    const visitor = await visitorOf(frame, request)
    if (visitor) await refuseWhileImpersonating(frame, request, { name, whileImpersonating }, visitor)
    return visitor && stepMissing(c, visitor) ? undefined : visitor
  }
  const actor = await callerOf(frame, request)
  if (!actor) throw new CallFailed('NotSignedIn')
  refuseChangedPerson(request, actor)
  const missing = stepMissing(c, actor)
  if (missing) throw new CallFailed(missing)
  if (!actor.roles.some(role => who.includes(role))) throw new CallFailed('NotAllowed')
  await refuseWhileImpersonating(frame, request, { name, whileImpersonating }, actor)
  return actor
}

/** What has to be done before somebody may make a call. */
function stepMissing(c: AnyCall, actor: Actor): 'SecondStepPending' | 'FactorRequired' | 'PasswordExpired' | undefined {
  if (actor.isPending) return c.whilePending === true ? undefined : 'SecondStepPending'
  if (c.whilePending) return undefined
  if (actor.needsFactor) return 'FactorRequired'
  return actor.mustChangePassword ? 'PasswordExpired' : undefined
}

interface Made {
  frame: Frame
  name: string
  c: AnyCall
  handle: (context: unknown, prepared: unknown) => Promise<unknown>
  request: FastifyRequest
  reply: FastifyReply
  actor: Actor | undefined
  body: Record<string, unknown>
}

async function makeCall({ frame, name, c, handle, request, reply, actor, body }: Made): Promise<unknown> {
  const parsed = c.input.safeParse(decodeForm(c.input, body))
  if (!parsed.success) throw new CallFailed('InputInvalid', brokenFields(parsed.error.issues))
  const asked = requestInfo(request, reply)
  const prepared = await preparationOf(handle)?.({ frame, actor, input: parsed.data, now: rightNow(), request: asked })
  const afterwards: (() => void | Promise<void>)[] = []
  const events = new Map<number, RoomEvent[]>()
  const act = async (db: Transaction) => {
    const context: Context = {
      db,
      now: rightNow(),
      enqueue: (...job) => addJob(db, ...job),
      announce: async (pitchId, type, payload, held) => {
        const event = await appendEvent(db, pitchId, type, payload, actor?.accountId, held)
        events.set(pitchId, [...(events.get(pitchId) ?? []), event])
      },
      afterCommit: task => afterwards.push(task),
      request: asked,
      frame,
    }
    const fail = (code: never, fields?: Record<string, string>) => {
      throw new CallFailed(code, fields)
    }
    await noteImpersonated({ db, actor, request }, { name, reads: c.reads }, actor)
    return c.output.parse(await handle({ ...context, input: parsed.data, actor, fail }, prepared))
  }
  // A read needs no transaction of its own; the types differ in what they can do, not in how they are asked.
  if (c.reads || doesOpenTransactions(handle)) return act(frame.db as unknown as Transaction)

  const key = idempotencyKey(request, actor, { name, input: parsed.data })
  const transact = () => {
    events.clear()
    afterwards.length = 0
    return frame.db.transaction(async db => {
      if (!key) return act(db)
      const known = await answeredBefore(db, frame.settings, key)
      if (known) return known.answer
      const answer = await act(db)
      await rememberAnswer(db, frame.settings, key, answer)
      return answer
    })
  }
  const { pitch_uuid, uuid, group_uuid } = parsed.data as Record<string, unknown>
  const data = await inTurn({ person: actor?.accountId, room: pitch_uuid ?? uuid ?? group_uuid }, () => again(transact))
  for (const [pitchId, list] of events) frame.rooms.publish(pitchId, list)
  for (const task of afterwards) {
    try {
      await task()
    } catch (error) {
      request.log.error({ err: error, call: name }, 'after the commit')
    }
  }
  return data
}

/** What a handler may know of a request, and do to its answer. */
const requestInfo = (request: FastifyRequest, reply: FastifyReply): RequestInfo => ({
  id: request.id,
  ip: request.ip,
  userAgent: String(request.headers['user-agent'] ?? '').slice(0, 400),
  isBrowser: request.headers['sec-fetch-site'] !== undefined || request.headers.origin !== undefined,
  cookies: request.cookies,
  setCookie: (cookie, value, options) => void reply.setCookie(cookie, value, options),
})

/** PostgreSQL ends one of two transactions that wait for each other, which then has left nothing: it is made anew, once. */
async function again<T>(transact: () => Promise<T>): Promise<T> {
  try {
    return await transact()
  } catch (error) {
    if ((error as { cause?: { code?: string } }).cause?.code !== '40P01') throw error
    return transact()
  }
}
