import { randomInt, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { bareCode, CODE_LENGTH } from '#features/core/account/factorRules.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { hashToken } from '#server/tokens.ts'
import { type codePurposes, oneTimeCode } from './tables.ts'

/** Minutes for which a code is valid, and the number of guesses after which a new code is needed. */
export const CODE_MINUTES = 10
export const CODE_TRIES = 5

export type CodePurpose = (typeof codePurposes)[number]
/** The purpose of a code, and its recipient: an account's id or, before there is an account, an email address. */
export interface CodeFor {
  readonly purpose: CodePurpose
  readonly subject: string
}

/** Makes a code, which replaces an earlier one of the same purpose and subject. The caller sends it. */
export async function issueCode(db: Database | Transaction, { purpose, subject }: CodeFor, now: Date): Promise<string> {
  const code = String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0')
  const fresh = {
    codeHash: hashOf({ purpose, subject }, code),
    tries: 0,
    expiresAt: new Date(now.getTime() + CODE_MINUTES * 60_000),
  }
  await db
    .insert(oneTimeCode)
    .values({ purpose, subject, ...fresh })
    .onConflictDoUpdate({ target: [oneTimeCode.purpose, oneTimeCode.subject], set: fresh })
  return code
}

/** When the newest unused code for this was made. */
export async function codeIssuedAt(
  db: Database | Transaction,
  { purpose, subject }: CodeFor,
): Promise<Date | undefined> {
  const [row] = await db
    .select({ expiresAt: oneTimeCode.expiresAt })
    .from(oneTimeCode)
    .where(and(eq(oneTimeCode.purpose, purpose), eq(oneTimeCode.subject, subject)))
  return row && new Date(row.expiresAt.getTime() - CODE_MINUTES * 60_000)
}

/** The result of a guess: the hash of the correct code. */
export type Guess = { readonly hash: string } | undefined

/**
 * Counts a guess at a code; `useCode` uses up the correct one. Called before the transaction of what the code allows:
 * the guess has to count even when the call fails, and a transaction may not ask for a second connection.
 */
export async function guessCode(
  db: Database,
  { purpose, subject, code, now }: CodeFor & { code: string; now: Date },
): Promise<Guess> {
  const own = and(eq(oneTimeCode.purpose, purpose), eq(oneTimeCode.subject, subject))
  const [counted] = await db
    .update(oneTimeCode)
    .set({ tries: sql`${oneTimeCode.tries} + 1` })
    .where(and(own, lt(oneTimeCode.tries, CODE_TRIES), gt(oneTimeCode.expiresAt, now)))
    .returning({ codeHash: oneTimeCode.codeHash })
  const hash = hashOf({ purpose, subject }, bareCode(code))
  return counted && timingSafeEqual(Buffer.from(counted.codeHash), Buffer.from(hash)) ? { hash } : undefined
}

/**
 * Uses up a code in the transaction of what it permits. False for a wrong guess, a code of another purpose, and the
 * slower of two racing requests.
 */
export async function useCode(db: Transaction, { purpose, subject }: CodeFor, guess: Guess): Promise<boolean> {
  if (!guess) return false
  const own = and(eq(oneTimeCode.purpose, purpose), eq(oneTimeCode.subject, subject))
  const used = await db
    .delete(oneTimeCode)
    .where(and(own, eq(oneTimeCode.codeHash, guess.hash)))
    .returning({ subject: oneTimeCode.subject })
  return used.length === 1
}

/** Drops a code; only one of two racing requests gets true. */
export async function forgetCode(db: Transaction, { purpose, subject }: CodeFor): Promise<boolean> {
  const gone = await db
    .delete(oneTimeCode)
    .where(and(eq(oneTimeCode.purpose, purpose), eq(oneTimeCode.subject, subject)))
    .returning({ subject: oneTimeCode.subject })
  return gone.length === 1
}

/** Whether there is a code that has neither expired nor been guessed at too often. */
export async function isCodeOpen(
  db: Database | Transaction,
  { purpose, subject }: CodeFor,
  now: Date,
): Promise<boolean> {
  const own = and(eq(oneTimeCode.purpose, purpose), eq(oneTimeCode.subject, subject))
  const [row] = await db
    .select({ subject: oneTimeCode.subject })
    .from(oneTimeCode)
    .where(and(own, lt(oneTimeCode.tries, CODE_TRIES), gt(oneTimeCode.expiresAt, now)))
  return row !== undefined
}

const hashOf = ({ purpose, subject }: CodeFor, code: string) => hashToken(`${purpose} ${subject} ${code}`)
