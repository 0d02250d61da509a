import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { managedPitch } from '#features/core/part/server/access.ts'
import { isLockedFor } from '#features/core/pitch/rules.ts'
import { updatePitchRow } from '#features/core/pitch/server/queries.ts'
import { lockPitch } from '#features/core/pitch/server/state.ts'
import type { planCalls } from '#features/planning/plan/contract.ts'
import { type ContextOf, prepares } from '#server/context.ts'
import { dropPicture, keepPicture, storeUpload } from '#server/pictures/pictures.ts'

type Call = typeof planCalls.updatePitchLogo

async function change(context: ContextOf<Call>, logo: string | null) {
  const { input, actor, db, fail } = context
  const found = await managedPitch(db, actor, input.uuid)
  if (!found) return fail('PitchNotFound')
  const before = await lockPitch(db, found.id)
  if (before.deletedAt) return fail('PitchNotFound')
  if (isLockedFor(before.isLocked, actor.roles)) fail('PitchLocked')
  await dropPicture(db, before.companyLogo)
  if (logo) await keepPicture(db, logo)
  await updatePitchRow(db, before.id, { companyLogo: logo })
  const { uuid: subject, organisationId } = before
  await writeAudit(context, { action: 'pitch.logo', subject, organisationId, detail: { removed: !logo } })
  return { company_logo: logo ?? '' }
}

/** [ENT-008] The picture is drawn anew before the transaction, which only names it. */
export const updatePitchLogo = prepares<Call, string | null>(async ({ frame, actor, input, fail }) => {
  if (!input.file) return null
  if (!(await managedPitch(frame.db, actor, input.uuid))) fail('PitchNotFound')
  return storeUpload(frame, input.file, 'logo')
}, change)
