import { and, eq, lt, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { CallFailed } from '#contract/call.ts'
import { rightTime } from '#server/clock.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'
import type { NamedCall } from '#server/http/callers.ts'
import { answeredCall } from '#server/http/tables.ts'
import type { JobHandlers } from '#server/jobs/jobs.ts'
import { seal, stamp, unseal } from '#server/secrets.ts'
import type { Settings } from '#server/settings.ts'

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    forgetAnswers: Record<string, never>
  }
}

export interface Key {
  readonly caller: string
  readonly key: string
  /** The call's name. */
  readonly call: string
  /** The input as text. It is not stored: only a keyed hash of it is. */
  readonly input: string
}

/**
 * The key that identifies a repeat of this request; undefined when the caller sent none, or the call keeps no answer.
 */
export function idempotencyKey(
  request: FastifyRequest,
  actor: Actor | undefined,
  { name, keepsAnswer }: NamedCall,
  input: unknown,
): Key | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined || !actor) return undefined
  if (typeof key !== 'string' || !/^[\w-]{8,64}$/.test(key))
    throw new CallFailed('InputInvalid', { 'idempotency-key': 'invalid' })
  if (!keepsAnswer) return undefined
  return { caller: actor.sessionId, key, call: name, input: textOf(input) }
}

/** The path of an uploaded file differs in each request, and passwords must not be compared. */
const leftOut = new Set(['path', 'password', 'old_pass', 'new_pass'])

/** A file is identified by its name and size. */
const textOf = (input: unknown): string =>
  JSON.stringify(input, (field, value) => (leftOut.has(field) ? undefined : value)) ?? ''

/** Waits for a racing request with the same key and returns its answer; takes the key if there is none. */
export async function answeredBefore(
  db: Transaction,
  settings: Settings,
  { caller, key, call: name, input }: Key,
): Promise<{ answer: unknown } | undefined> {
  const owner = ownerOf({ caller, key })
  // If the same key comes with different input, the caller must not be told that it was done. Without the server's key
  // the input cannot be guessed from the hash.
  const call = `${name} ${await stamp(settings, input, owner)}`
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
  const answer = await unseal(settings, String(known?.answer), owner)
  if (answer === undefined) throw new CallFailed('Unavailable') // another server's key: SECRET_KEY has to be shared
  if (known?.call !== call) throw new CallFailed('InputInvalid', { 'idempotency-key': 'taken' })
  return { answer: JSON.parse(answer) }
}

/** An answer may contain a link, key or token that is stored only as a hash elsewhere, so it is encrypted. */
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

/** How long a repeat of a call is recognized: far longer than any client retries. */
const KEPT_HOURS = 48

export const answerJobs = {
  forgetAnswers: async (_payload, { db }) => {
    await db.delete(answeredCall).where(lt(answeredCall.at, new Date(rightTime() - KEPT_HOURS * 3_600_000)))
  },
} satisfies JobHandlers
