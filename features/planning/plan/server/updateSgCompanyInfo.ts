import { CallFailed } from '#contract/call.ts'
import type { Upload } from '#contract/fields.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { managedPitch } from '#features/core/part/server/access.ts'
import { isLockedFor } from '#features/core/pitch/rules.ts'
import { updatePitchRow } from '#features/core/pitch/server/queries.ts'
import { lockPitch } from '#features/core/pitch/server/state.ts'
import type { Document } from '#features/core/pitch/server/tables.ts'
import type { pitchCalls } from '#features/planning/plan/contract.ts'
import { type Handler, type Preparation, prepares } from '#server/context.ts'
import { documentColumns, storeDocument } from './documents.ts'

const stored = new WeakMap<Upload, Document>()

/** What can be refused is refused before the document is taken in, which may take seconds. */
const prepare: Preparation<typeof pitchCalls.updateSgCompanyInfo> = async ({ frame, actor, input }) => {
  const found = actor && (await managedPitch(frame.db, actor, input.uuid))
  if (!found) throw new CallFailed('PitchNotFound')
  if (isLockedFor(found.isLocked, actor.roles)) throw new CallFailed('PitchLocked')
  if (input.file) stored.set(input.file, await storeDocument(frame, found.uuid, input.file))
}

/** CALL-027: also while the pitch is live, and after it, because investors go on reading. */
export const updateSgCompanyInfo: Handler<typeof pitchCalls.updateSgCompanyInfo> = prepares(prepare, async context => {
  const { input, actor, db, frame, fail, afterCommit } = context
  const found = await managedPitch(db, actor, input.uuid)
  if (!found) return fail('PitchNotFound')
  const before = await lockPitch(db, found.id)
  if (before.deletedAt) return fail('PitchNotFound')
  if (isLockedFor(before.isLocked, actor.roles)) fail('PitchLocked')

  const { about, highlights, dealterms, document: text } = input
  const texts = Object.entries({ about, highlights, dealterms }).filter(([, value]) => value !== undefined)
  const document = text && { [documentColumns[text]]: (input.file && stored.get(input.file)) ?? null }
  if (texts.length === 0 && !document) return {}
  await updatePitchRow(db, before.id, { ...Object.fromEntries(texts), ...document })
  const { uuid: subject, organisationId } = before
  await writeAudit(context, {
    action: 'pitch.companyInfo',
    subject,
    organisationId,
    detail: { document: text ?? null },
  })
  const old = text && before[documentColumns[text]]
  if (old) afterCommit(() => frame.storage.remove(old.key))
  return {}
})
