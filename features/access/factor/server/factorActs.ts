import { CallFailed } from '#contract/call.ts'
import { type AccountRow, findAccount, lockAccount } from '#features/core/account/server/queries.ts'
import type { Outside } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { inTransaction, type Work } from '#server/inTransaction.ts'
import { prove } from './proof.ts'
import { type FactorRow, findFactor } from './queries.ts'
import { forgetDevices } from './stepQueries.ts'

interface Asked extends Outside {
  readonly actor: Actor
  readonly input: { readonly current_pass?: string | undefined }
}

/** Makes sure that it is the person who asks. Fails as `prove` does. */
export const proveOwner = async (asked: Asked): Promise<void> =>
  prove(asked, await findAccount(asked.frame.db, asked.actor.accountId), asked.input.current_pass)

/** Changes what protects somebody's account, after the proof: one change at a time, and no browser stays remembered. */
export function changeProved<T>(
  { actor, frame }: Asked,
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
  asked: Asked & { readonly input: { readonly factor_id: string } },
  change: (work: Work, person: AccountRow, row: FactorRow) => Promise<T>,
): Promise<T> {
  await proveOwner(asked)
  return changeProved(asked, async (work, person) => {
    const row = await findFactor(work.db, asked.actor.accountId, asked.input.factor_id)
    if (!row?.confirmedAt) throw new CallFailed('FactorNotFound')
    return change(work, person, row)
  })
}
