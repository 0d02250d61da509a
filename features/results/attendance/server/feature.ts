import { withPitch } from '#features/core/part/server/withPitch.ts'
import { manages } from '#features/core/pitch/rules.ts'
import { attendanceCalls } from '#features/results/attendance/contract.ts'
import { nameForManagers } from '#features/room/room/server/personNames.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import { listAttendance } from './queries.ts'

export const getPitchAttendance = withPitch<typeof attendanceCalls.getPitchAttendance>(
  manages,
  async ({ db, input, pitch }) => {
    const { rows, total } = await listAttendance(db, pitch, input)
    const items = rows.map(({ accountId, name, email, joinedAt, leftAt, seconds, pages }) => ({
      user_id: accountId,
      name: nameForManagers({ id: accountId, name, email }),
      email,
      joined_at: joinedAt?.toISOString() ?? null,
      left_at: leftAt?.toISOString() ?? null,
      seconds,
      pages,
    }))
    return { items, total }
  },
)

export const attendanceFeature = {
  handlers: handlersOf(attendanceCalls, { getPitchAttendance }),
} satisfies Feature
