import { pitchFor } from '#features/pitch/server/access.ts'
import type { roomCalls } from '#features/room/contract.ts'
import { moderates } from '#features/room/rules.ts'
import type { Handler } from '#server/context.ts'
import { listPeople } from './queries.ts'

/** Who may be in a room, those who are there first. Who was removed is seen only by those who may readmit them. */
export const getRoomPeople: Handler<typeof roomCalls.getRoomPeople> = async ({ db, actor, input, fail }) => {
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  return listPeople(db, access.pitch, { ...input, removedToo: moderates(access.part) })
}
