import { filesOf } from '#features/deck/server/queries.ts'
import { manages } from '#features/pitch/rules.ts'
import { guestModeOf } from '#features/room/server/queries.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { PitchAccess } from './access.ts'
import { detailOf } from './answers.ts'
import { assigneeOf } from './assigneeQueries.ts'
import { countAttendees } from './queries.ts'

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
