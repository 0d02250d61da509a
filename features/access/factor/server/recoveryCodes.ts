import { randomInt, randomUUID } from 'node:crypto'
import type { factorCalls } from '#features/access/factor/contract.ts'
import { bareCode, RECOVERY_CODES, RECOVERY_LENGTH } from '#features/core/account/factorRules.ts'
import { hashPassword, isPassword } from '#features/core/account/server/passwords.ts'
import { type Handler, opensTransactions } from '#server/context.ts'
import type { Database } from '#server/db/database.ts'
import { tellOfChange } from './changed.ts'
import { changeProved, proveOwner } from './factorActs.ts'
import { findPrimaryFactor, listRecoveryHashes, replaceRecoveryCodes } from './queries.ts'

export const makeRecoveryCodes: Handler<typeof factorCalls.makeRecoveryCodes> = opensTransactions(async context => {
  const { actor, fail } = context
  await proveOwner(context)
  const recovery = await newRecoveryCodes()
  await changeProved(context, async (work, person) => {
    if (!(await findPrimaryFactor(work.db, actor.accountId))) return fail('FactorNotFound')
    await replaceRecoveryCodes(work.db, actor.accountId, recovery.hashes)
    const audit = { action: 'factor.makeRecoveryCodes' }
    await tellOfChange({ ...context, ...work }, person, 'recoveryMade', randomUUID(), audit)
  })
  return { recovery_codes: recovery.codes }
})

/** Letters and digits that cannot be mistaken for each other. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** New codes as they are shown this once, and the hashes that are kept: as slow to guess at as a password's. */
export async function newRecoveryCodes(): Promise<{ codes: string[]; hashes: string[] }> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => {
    const signs = Array.from({ length: RECOVERY_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')
    return `${signs.slice(0, 5)}-${signs.slice(5)}`
  })
  return { codes, hashes: await Promise.all(codes.map(code => hashPassword(bareCode(code)))) }
}

/** The hash of an unused recovery code; undefined when it is none. Compares as many hashes as there are. */
export async function findRecoveryHash(db: Database, accountId: string, code: string): Promise<string | undefined> {
  const hashes = await listRecoveryHashes(db, accountId)
  const same = await Promise.all(hashes.map(hash => isPassword(hash, bareCode(code))))
  return hashes[same.indexOf(true)]
}
