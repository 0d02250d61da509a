import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { CallFailed } from '#contract/call.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'
import { answeredCall } from '#server/http/tables.ts'
import { seal, unseal } from '#server/secrets.ts'
import type { Settings } from '#server/settings.ts'

export interface Key {
  readonly caller: string
  readonly key: string
  /** What is asked: the call's name, and a digest of its input. */
  readonly call: string
}

interface Asked {
  readonly name: string
  readonly input: unknown
}

/** The key under which a repeat of this request is known; undefined when the caller sent none. */
export function idempotencyKey(
  request: FastifyRequest,
  actor: Actor | undefined,
  { name, input }: Asked,
): Key | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined || !actor) return undefined
  if (typeof key !== 'string' || !/^[\w-]{8,64}$/.test(key))
    throw new CallFailed('InputInvalid', { 'idempotency-key': 'invalid' })
  return { caller: actor.sessionId, key, call: `${name} ${digestOf(input)}` }
}

/** Where a file of the form lies changes with each request, and a digest of a password could be guessed at. */
const leftOut = new Set(['path', 'password', 'old_pass', 'new_pass'])

/** Of two requests with other wishes, one must not hear that its own was done. A file is known by its name and size. */
function digestOf(input: unknown): string {
  const text = JSON.stringify(input, (field, value) => (leftOut.has(field) ? undefined : value)) ?? ''
  return createHash('sha256').update(text).digest('base64url')
}

/** Waits for a racing request of the same key, then gives its answer; takes the key when there is none. */
export async function answeredBefore(
  db: Transaction,
  settings: Settings,
  { caller, key, call }: Key,
): Promise<{ answer: unknown } | undefined> {
  const taken = await db
    .insert(answeredCall)
    .values({ caller, key, call })
    .onConflictDoNothing()
    .returning({ key: answeredCall.key })
  if (taken.length) return undefined
  const [known] = await db
    .select({ call: answeredCall.call, answer: answeredCall.answer })
    .from(answeredCall)
    .where(and(eq(answeredCall.caller, caller), eq(answeredCall.key, key)))
  if (known?.call !== call) throw new CallFailed('InputInvalid', { 'idempotency-key': 'taken' })
  const answer = await unseal(settings, String(known.answer), ownerOf({ caller, key }))
  if (answer === undefined) throw new CallFailed('Unavailable') // another server's key: SECRET_KEY has to be shared
  return { answer: JSON.parse(answer) }
}

/** An answer may carry a link, a key or a token that is kept as a hash everywhere else, so it is kept sealed. */
export async function rememberAnswer(
  db: Transaction,
  settings: Settings,
  { caller, key }: Key,
  answer: unknown,
): Promise<void> {
  const sealed = await seal(settings, JSON.stringify(answer ?? null), ownerOf({ caller, key }))
  await db
    .update(answeredCall)
    .set({ answer: sql`${JSON.stringify(sealed)}::jsonb` })
    .where(and(eq(answeredCall.caller, caller), eq(answeredCall.key, key)))
}

const ownerOf = ({ caller, key }: Pick<Key, 'caller' | 'key'>): string => `${caller} ${key}`
