import { and, eq, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { CallFailed } from '#contract/call.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'
import { answeredCall } from '#server/http/tables.ts'

export interface Key {
  readonly caller: string
  readonly key: string
}

/** The key under which a repeat of this request is known; undefined when the caller sent none. */
export function idempotencyKey(request: FastifyRequest, actor: Actor | undefined): Key | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined || !actor) return undefined
  if (typeof key !== 'string' || !/^[\w-]{8,64}$/.test(key))
    throw new CallFailed('InputInvalid', { 'idempotency-key': 'invalid' })
  return { caller: actor.sessionId, key }
}

/** Waits for a racing request of the same key, then gives its answer; takes the key when there is none. */
export async function answeredBefore(
  db: Transaction,
  { caller, key }: Key,
  call: string,
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
  return { answer: known.answer }
}

export async function rememberAnswer(db: Transaction, { caller, key }: Key, answer: unknown): Promise<void> {
  await db
    .update(answeredCall)
    .set({ answer: sql`${JSON.stringify(answer ?? null)}::jsonb` })
    .where(and(eq(answeredCall.caller, caller), eq(answeredCall.key, key)))
}
