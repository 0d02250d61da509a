import { isVerifiedAs } from '#features/core/company/server/queries.ts'
import { type PitchAccess, type PitchShown, pitchById } from '#features/core/part/server/access.ts'
import { countAttendees } from '#features/core/part/server/attendeeQueries.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { manages } from '#features/core/pitch/rules.ts'
import { seriesOf } from '#features/core/vehicle/server/seriesQueries.ts'
import { peopleByEmail } from '#features/planning/invite/server/queries.ts'
import type { planCalls } from '#features/planning/plan/contract.ts'
import { noSendFields, sendFieldsOf } from '#features/planning/send/server/sends.ts'
import { filesOf } from '#features/room/deck/server/queries.ts'
import { guestModeOf } from '#features/room/guest/server/queries.ts'
import type { Handler } from '#server/context.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { detailOf } from './answers.ts'
import { assigneeOf } from './assigneeQueries.ts'

/** GAP-001 */
export const getPitchDetail = withPitch<typeof planCalls.getPitchDetail>('shown', context =>
  completeDetail(context.db, context),
)

/** NAV-012, NAV-013: numbers can be guessed, so only managers and moderators of a pitch see it by its number. */
export const getPitchById: Handler<typeof planCalls.getPitchById> = async ({ input, actor, db, fail }) => {
  const access = await pitchById(db, actor, input.id)
  return access && runs(access) ? completeDetail(db, { ...access, gap: undefined }) : fail('PitchNotFound')
}

const runs = ({ part }: PitchAccess): boolean => manages(part) || part === 'moderator'

/** A pitch with what its own row does not contain. Attendees get no files and no assignee. */
async function completeDetail(db: Database | Transaction, access: PitchShown) {
  const { pitch } = access
  const attendees = await countAttendees(db, pitch.id)
  const namesSeen = !(await guestModeOf(db, pitch.id)).on
  const verified = await isVerifiedAs(db, pitch)
  const seen = { attendees, namesSeen, verified, send: noSendFields }
  if (!runs(access)) return detailOf(access, { ...seen, files: [], assignee: '', series: '', team: [] })
  const files = (await filesOf(db, pitch.id)).map(file => file.name)
  const { name, email } = await assigneeOf(db, pitch)
  const series = (await seriesOf(db, pitch))?.name ?? ''
  const emails = [...pitch.coHosts, ...pitch.moderators]
  const known = await peopleByEmail(db, pitch, emails)
  const team = emails.flatMap(email => {
    const name = known.get(email)?.name
    return name ? [{ email, name }] : []
  })
  const send = manages(access.part) ? await sendFieldsOf(db, pitch.id) : noSendFields
  return detailOf(access, { ...seen, files, assignee: name || email, series, team, send })
}
