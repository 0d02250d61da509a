import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { managedPitch } from '#features/core/part/server/access.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { updatePitchRow } from '#features/core/pitch/server/queries.ts'
import type { planCalls } from '#features/planning/plan/contract.ts'
import { prepares } from '#server/context.ts'
import { dropPicture, keepPicture, storeUpload } from '#server/pictures/pictures.ts'
import { lockUnlocked } from './pitchLocks.ts'

type Call = typeof planCalls.updatePitchLogo

const replaceLogo = (logo: string | null) =>
  withPitch<Call>('manages', async context => {
    const { db } = context
    const before = await lockUnlocked(context)
    await dropPicture(db, before.companyLogo)
    if (logo) await keepPicture(db, logo)
    await updatePitchRow(db, before.id, { companyLogo: logo })
    const { uuid: subject, organisationId } = before
    await writeAudit(context, { action: 'pitch.logo', subject, organisationId, detail: { removed: !logo } })
    return { company_logo: logo ?? '' }
  })

/** [ENT-008] The picture is stored, re-encoded, before the transaction, which only refers to it. */
export const updatePitchLogo = prepares<Call, string | null>(
  async ({ frame, actor, input, fail }) => {
    if (!input.file) return null
    if (!(await managedPitch(frame.db, actor, input.uuid))) fail('PitchNotFound')
    return storeUpload(frame, input.file, 'logo', actor)
  },
  (context, logo) => replaceLogo(logo)(context),
)
