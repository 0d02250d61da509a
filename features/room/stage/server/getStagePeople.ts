import { pitchFor } from '#features/core/part/server/access.ts'
import { veiled } from '#features/room/guest/server/veiling.ts'
import { seesGuests } from '#features/room/room/guestRules.ts'
import { moderates } from '#features/room/room/rules.ts'
import { callsTo } from '#features/room/room/server/called.ts'
import { roomStateOf } from '#features/room/room/server/queries.ts'
import { attendeesHere } from '#features/room/room/server/stays.ts'
import { stagePart } from '#features/room/stage/apply.ts'
import type { stageCalls } from '#features/room/stage/contract.ts'
import type { Handler } from '#server/context.ts'

/** Hands shown at a time. */
const SHOWN = 50

export const getStagePeople: Handler<typeof stageCalls.getStagePeople> = async ({ db, actor, input, fail }) => {
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  if (!moderates(access.part)) return fail('NoPermission')
  const { hands, granted } = (await roomStateOf(db, access.pitch.id, stagePart)).stage
  const shown = hands.slice(0, SHOWN)
  const ids = [...new Set([...shown, ...granted.map(({ account }) => account)])]
  const called = await callsTo(db, access.part, ids)
  const here = await attendeesHere(db, access.pitch.id, shown)
  const all = ids.map(id => ({ account: id, name: called(id) }))
  // [PERM-060] who moderates takes a guest's question without learning who asks it
  const known = seesGuests(access.part, actor.roles) ? all : await veiled(db, access.pitch.id, all)
  const nameOf = (id: string) => known.find(({ account }) => account === id)?.name ?? ''
  return {
    hands: shown.map(id => ({ user_id: id, name: nameOf(id), line: here.has(id) })),
    hands_total: hands.length,
    granted: granted.map(({ account, microphone, camera }) => ({
      ...{ user_id: account, name: nameOf(account) },
      ...{ microphone, camera },
    })),
  }
}
