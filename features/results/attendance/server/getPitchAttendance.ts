import { pitchFor } from '#features/core/part/server/access.ts'
import { manages } from '#features/core/pitch/rules.ts'
import type { attendanceCalls } from '#features/results/attendance/contract.ts'
import { nameForManagers } from '#features/room/room/server/personNames.ts'
import type { Handler } from '#server/context.ts'
import { listAttendance } from './queries.ts'

export const getPitchAttendance: Handler<typeof attendanceCalls.getPitchAttendance> = async ({
  db,
  actor,
  input,
  fail,
}) => {
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  if (!manages(access.part)) return fail('NoPermission')
  const { rows, total } = await listAttendance(db, access.pitch, input)
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
}
