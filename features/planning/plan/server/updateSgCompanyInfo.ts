import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { managedPitch } from '#features/core/part/server/access.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { documentFolder, isLockedFor, type PitchDocument } from '#features/core/pitch/rules.ts'
import { updatePitchRow } from '#features/core/pitch/server/queries.ts'
import type { planCalls } from '#features/planning/plan/contract.ts'
import { type Preparation, prepares } from '#server/context.ts'
import { documentColumns, storeDocument } from './documents.ts'
import { choicesOf } from './form.ts'
import { lockUnlocked } from './pitchLocks.ts'
import { removeDocument } from './previews.ts'
import { refuseNaming } from './takeOver.ts'

type Call = typeof planCalls.updateSgCompanyInfo

/** Refuses what it can before the document is stored, which may take seconds. */
const prepare: Preparation<Call, PitchDocument | null> = async ({ frame, actor, input, fail }) => {
  const found = (await managedPitch(frame.db, actor, input.uuid)) ?? fail('PitchNotFound')
  if (isLockedFor(found.isLocked, actor.roles)) fail('PitchLocked')
  return input.file ? storeDocument(frame, actor, documentFolder(found.uuid), input.file) : null
}

const replaceTexts = (stored: PitchDocument | null) =>
  withPitch<Call>('manages', async context => {
    const { input, db, frame, afterCommit } = context
    const before = await lockUnlocked(context)

    const { about, highlights, dealterms, document: text } = input
    const texts = Object.entries({ about, highlights, dealterms }).filter(([, value]) => value !== undefined)
    const document = text && { [documentColumns[text]]: stored }
    const choices = choicesOf(input)
    const changes = { ...Object.fromEntries(texts), ...choices, ...document }
    if (Object.keys(changes).length === 0) return {}
    refuseNaming({ ...before, ...choices })
    await updatePitchRow(db, before.id, changes)
    const { uuid: subject, organisationId } = before
    await writeAudit(context, {
      action: 'pitch.companyInfo',
      subject,
      organisationId,
      detail: { document: text ?? null, ...choices },
    })
    const old = text && before[documentColumns[text]]
    if (old) afterCommit(() => removeDocument(frame, old))
    return {}
  })

/** CALL-027: also while the pitch is live and after it, because investors go on reading. */
export const updateSgCompanyInfo = prepares<Call, PitchDocument | null>(prepare, (context, stored) =>
  replaceTexts(stored)(context),
)
