import { namesOf } from '#features/account/server/queries.ts'
import { seesGuests } from '#features/guest/rules.ts'
import { veiled } from '#features/guest/server/veiling.ts'
import { calledInRoom } from '#features/guest/veil.ts'
import { manages } from '#features/pitch/rules.ts'
import { pitchFor } from '#features/pitch/server/access.ts'
import { moderates } from '#features/room/rules.ts'
import { attendeesHere } from '#features/room/server/attendanceQueries.ts'
import { roomStateOf } from '#features/room/server/queries.ts'
import type { stageCalls } from '#features/stage/contract.ts'
import type { Handler } from '#server/context.ts'

/** Hands shown at a time. */
const SHOWN = 50

export const getStagePeople: Handler<typeof stageCalls.getStagePeople> = async ({ db, actor, input, fail }) => {
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  if (!moderates(access.part)) return fail('NoPermission')
  const { hands, granted } = (await roomStateOf(db, access.pitch.id)).stage
  const shown = hands.slice(0, SHOWN)
  const names = await namesOf(db, [...shown, ...granted.map(({ account }) => account)])
  const here = await attendeesHere(db, access.pitch.id, shown)
  const called = (id: string) => {
    const { name = '', email = '' } = names.get(id) ?? {}
    return { account: id, name: calledInRoom(id, name || (manages(access.part) ? email : '')) }
  }
  const all = [...new Set([...shown, ...granted.map(({ account }) => account)])].map(called)
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
