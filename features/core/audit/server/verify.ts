import { rightTime } from '#server/clock.ts'
import type { Database } from '#server/db/database.ts'
import { GENESIS, type Head, hashOf, isSigned } from './chain.ts'
import { findForgotten, findHashAt, findHead, listSealed } from './sealQueries.ts'

/** The first thing that is wrong with the log. `number` is a place in the chain, `id` an entry's. */
export type Problem =
  | { readonly kind: 'missing'; readonly number: number }
  | { readonly kind: 'changed'; readonly number: number; readonly id: number }
  | { readonly kind: 'tail'; readonly found: number; readonly signed: number }
  | { readonly kind: 'head' | 'signature' }
  | { readonly kind: 'witness'; readonly witnessed: number; readonly found: number }
  | { readonly kind: 'unsealed'; readonly id: number }

export interface Verdict {
  /** Entries that were found in order, from the first one on. */
  readonly count: number
  readonly problem: Problem | undefined
}

/** Milliseconds after which an entry that no running server has sealed is suspicious. */
const PATIENCE = 60_000

/**
 * Walks the whole chain from its first entry and compares its end with the signed head, and that with what this server
 * remembers.
 */
export async function verifyChain(
  db: Database,
  { key, witness, batch = 5000 }: { key: string; witness?: Head | undefined; batch?: number },
): Promise<Verdict> {
  return db.transaction(
    async tx => {
      const head = await findHead(tx)
      let count = 0
      let hash = GENESIS
      for (;;) {
        const rows = await listSealed(tx, count, batch)
        for (const row of rows) {
          const number = count + 1
          if (row.number !== number) return { count, problem: { kind: 'missing', number } }
          if (row.hash !== hashOf(hash, number, row)) return { count, problem: { kind: 'changed', number, id: row.id } }
          count = number
          hash = row.hash
        }
        if (rows.length < batch) break
      }
      const problem = endOf({ count, hash }, head, key) ?? (witness && (await seen(witness, count)))
      if (problem) return { count, problem }
      const forgotten = await findForgotten(tx, new Date(rightTime() - PATIENCE))
      return { count, problem: forgotten && { kind: 'unsealed', id: forgotten.id } }

      async function seen(before: Head, found: number): Promise<Problem | undefined> {
        const known = before.count === 0 ? GENESIS : await findHashAt(tx, before.count)
        return known === before.hash ? undefined : { kind: 'witness', witnessed: before.count, found }
      }
    },
    // What is sealed meanwhile is not looked at in halves.
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/** A problem in a sentence for operators. */
export function sentenceOf(problem: Problem): string {
  switch (problem.kind) {
    case 'missing':
      return `Entry number ${problem.number} is missing.`
    case 'changed':
      return `Entry number ${problem.number} (id ${problem.id}) was changed, or the one before it was.`
    case 'tail':
      return `The log ends at number ${problem.found}, but ${problem.signed} were signed: the last ones are missing.`
    case 'head':
      return 'The signed head of the log is missing.'
    case 'signature':
      return 'The head of the log is not signed with the key of this installation (AUDIT_KEY, or audit.key in the data folder).'
    case 'witness':
      return `This server has seen ${problem.witnessed} entries; the log of ${problem.found} is an older or another one.`
    case 'unsealed':
      return `Entry id ${problem.id} is older than a minute and not sealed: the console is not running, or it refuses to seal.`
  }
}

function endOf(end: Head, head: Awaited<ReturnType<typeof findHead>>, key: string): Problem | undefined {
  if (!head) return end.count > 0 ? { kind: 'head' } : undefined
  if (!isSigned(key, head)) return { kind: 'signature' }
  if (head.count !== end.count || head.hash !== end.hash) return { kind: 'tail', found: end.count, signed: head.count }
  return undefined
}
