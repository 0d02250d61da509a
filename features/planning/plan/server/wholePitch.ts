import type { PitchAccess } from '#features/core/part/server/access.ts'
import { countAttendees } from '#features/core/part/server/attendeeQueries.ts'
import { manages } from '#features/core/pitch/rules.ts'
import { filesOf } from '#features/room/deck/server/queries.ts'
import { guestModeOf } from '#features/room/guest/server/queries.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { detailOf } from './answers.ts'
import { assigneeOf } from './assigneeQueries.ts'

/** A pitch with all that its own row does not hold. Files and assignee are for those who run it. */
export async function wholePitch(db: Database | Transaction, access: PitchAccess) {
  const { pitch, part } = access
  const attendees = await countAttendees(db, pitch.id)
  const namesSeen = !(await guestModeOf(db, pitch.id)).on
  if (!manages(part) && part !== 'moderator') return detailOf(access, { attendees, files: [], assignee: '', namesSeen })
  const files = (await filesOf(db, pitch.id)).map(file => file.name)
  const { name, email } = await assigneeOf(db, pitch)
  return detailOf(access, { attendees, files, assignee: name || email, namesSeen })
}
