import { randomUUID } from 'node:crypto'
import { CallFailed } from '#contract/call.ts'
import type { factorCalls } from '#features/access/factor/contract.ts'
import { type AccountRow, findAccount, lockAccount } from '#features/core/account/server/queries.ts'
import { findOrganisation } from '#features/core/organisation/server/queries.ts'
import { type Handler, inTransaction, type Outside, opensTransactions, type Work } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { tellOfChange } from './changed.ts'
import { prove } from './proof.ts'
import {
  deleteFactor,
  type FactorRow,
  findFactor,
  hasOtherFactor,
  makePrimary,
  replaceRecoveryCodes,
} from './queries.ts'
import { forgetDevices } from './stepQueries.ts'

export const setPrimaryFactor: Handler<typeof factorCalls.setPrimaryFactor> = opensTransactions(async context => {
  const { actor, input } = context
  await changeFactor(context, async (work, person, row) => {
    await makePrimary(work.db, actor.accountId, input.factor_id)
    const audit = { action: 'factor.makePrimary', detail: { factor: row.kind } }
    await tellOfChange({ ...context, ...work }, person, 'primary', randomUUID(), audit)
  })
  return {}
})

/** Recovery codes replace a factor, so they are removed with the last one. */
export const removeFactor: Handler<typeof factorCalls.removeFactor> = opensTransactions(async context => {
  const { actor, fail } = context
  await changeFactor(context, async (work, person, row) => {
    if (!(await hasOtherFactor(work.db, row))) {
      const organisation = await findOrganisation(work.db, person.organisationId)
      if (organisation?.enforceSecondFactor) return fail('LastFactor')
      await replaceRecoveryCodes(work.db, actor.accountId, [])
    }
    await deleteFactor(work.db, row)
    const audit = { action: 'factor.remove', detail: { factor: row.kind } }
    await tellOfChange({ ...context, ...work }, person, 'removed', row.id, audit)
  })
  return {}
})

interface FactorChange extends Outside {
  readonly actor: Actor
  readonly input: { readonly current_pass?: string | undefined }
}

/** Proves that the caller is the owner of the account. Fails as `prove` does. */
export const proveOwner = async (context: FactorChange): Promise<void> =>
  prove(context, await findAccount(context.frame.db, context.actor.accountId), context.input.current_pass)

/** Changes what protects an account, after the proof: one change at a time, and all remembered browsers are forgotten. */
export function changeProved<T>(
  { actor, frame }: FactorChange,
  change: (work: Work, person: AccountRow) => Promise<T>,
): Promise<T> {
  return inTransaction(frame, async work => {
    const person = await lockAccount(work.db, actor, actor.accountId)
    if (!person) throw new CallFailed('NotSignedIn')
    await forgetDevices(work.db, actor.accountId)
    return change(work, person)
  })
}

/** `proveOwner`, then `changeProved` of one factor. Fails with FactorNotFound. */
export async function changeFactor<T>(
  context: FactorChange & { readonly input: { readonly factor_id: string } },
  change: (work: Work, person: AccountRow, row: FactorRow) => Promise<T>,
): Promise<T> {
  await proveOwner(context)
  return changeProved(context, async (work, person) => {
    const row = await findFactor(work.db, context.actor.accountId, context.input.factor_id)
    if (!row?.confirmedAt) throw new CallFailed('FactorNotFound')
    return change(work, person, row)
  })
}
