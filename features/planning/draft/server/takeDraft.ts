import { CallFailed } from '#contract/call.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'
import { type DraftRow, lockDraft, whoseOf } from './queries.ts'

/**
 * The draft of which a pitch is made, locked until the commit; the caller removes it. `version`: the one that the form
 * shows, so that nothing is overwritten that another person wrote meanwhile.
 * @throws {CallFailed} DraftNotFound, also when it was used up meanwhile; DraftChanged
 */
export async function takeDraft(
  db: Transaction,
  actor: Actor,
  { id, version }: { readonly id: string; readonly version: number | undefined },
): Promise<DraftRow> {
  const draft = await lockDraft(db, actor, whoseOf(actor), id)
  if (!draft) throw new CallFailed('DraftNotFound')
  if (version !== undefined && draft.version !== version) throw new CallFailed('DraftChanged')
  return draft
}
