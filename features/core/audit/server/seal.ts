import { rightNow } from '#server/clock.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { every } from '#server/every.ts'
import type { Frame, PartStatus } from '#server/frame.ts'
import { GENESIS, type Head, hashOf, isSigned, signatureOf } from './chain.ts'
import { readAuditKey, readWitness, witnessFile, writeWitness } from './keys.ts'
import {
  countSealed,
  findHashAt,
  findHead,
  listUnsealed,
  mayBeginSealing,
  writeHead,
  writeSeals,
} from './sealQueries.ts'

/** Milliseconds between two looks for new entries, and how many are sealed in one transaction. */
const EVERY = 500
const BATCH = 1000

/** The new end of the chain. */
export interface Sealing extends Head {
  readonly sealed: number
  /** What the last verification of the whole chain has found wrong. */
  readonly problem: string | undefined
}

/** The chain does not continue from the remembered head: entries were changed. */
export class ChainBroken extends Error {
  override readonly name = 'ChainBroken'
}

/**
 * Gives the entries that have been committed since their places in the chain, and signs its new end. One process at a
 * time does it, and writing an entry waits for no other transaction. Answers the head, undefined while another one seals.
 * @throws {ChainBroken} rather than sign what was tampered with
 */
export async function sealEntries(
  db: Database,
  key: string,
  witness?: Head,
  limit = BATCH,
): Promise<Sealing | undefined> {
  return db.transaction(async tx => {
    if (!(await mayBeginSealing(tx))) return undefined
    const rows = await listUnsealed(tx, limit)
    const stored = await findHead(tx)
    if (!stored && (await countSealed(tx)).count > 0) throw new ChainBroken('the head of the audit log is missing')
    if (stored && !isSigned(key, stored)) throw new ChainBroken('the head of the audit log is not signed with our key')
    const head: Head = stored ?? { count: 0, hash: GENESIS }
    if (witness) {
      if (!(await isSuccessor(tx, head, witness)))
        throw new ChainBroken('the audit log is older than, or another one than, before')
    }
    const problem = stored?.problem ?? undefined
    if (rows.length === 0) return { ...head, sealed: 0, problem }
    let { count, hash } = head
    const seals = rows.map(row => {
      count += 1
      hash = hashOf(hash, count, row)
      return { id: row.id, number: count, hash }
    })
    await writeSeals(tx, seals)
    await writeHead(tx, { count, hash, signature: signatureOf(key, { count, hash }) }, rightNow())
    return { count, hash, sealed: rows.length, problem }
  })
}

/** Whether a chain that ends here has gone through that place before. */
async function isSuccessor(db: Transaction, head: Head, before: Head): Promise<boolean> {
  if (before.count === 0) return before.hash === GENESIS
  return (before.count === head.count ? head.hash : await findHashAt(db, before.count)) === before.hash
}

/** Seals new entries twice a second until it is stopped, and says whether the chain is in order where it goes on. */
export function startSealing({ db, settings, log }: Pick<Frame, 'db' | 'settings' | 'log'>) {
  const key = readAuditKey(settings)
  let witness = readWitness(settings)
  let status: PartStatus = 'ok'
  let broken = false
  const seal = async () => {
    for (;;) {
      const head = await sealEntries(db, key, witness)
      if (broken) log.info('the audit log is sealed again')
      broken = false
      if (!head) return
      const { count, hash, sealed, problem } = head
      status = problem ? `off: its last verification found: ${problem}` : 'ok'
      if (count !== witness?.count) {
        witness = { count, hash }
        writeWitness(settings, witness)
      }
      if (sealed < BATCH) return
    }
  }
  const failed = (error: unknown) => {
    if (!(error instanceof ChainBroken)) return log.warn({ err: error }, 'the audit log is sealed later')
    if (!broken)
      log.error({ witness: witnessFile(settings) }, `${error.message}; nothing is sealed. Run npm run audit:verify`)
    broken = true
    status = `off: ${error.message}`
  }
  const stop = every(EVERY, seal, failed)
  return {
    status: (): PartStatus => status,
    /** Seals what is left, so that an orderly end leaves nothing open. */
    stop: async () => {
      stop()
      await seal().catch(failed)
    },
  }
}
