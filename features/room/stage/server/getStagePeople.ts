import { withPitch } from '#features/core/part/server/withPitch.ts'
import { veiled } from '#features/room/guest/server/veiling.ts'
import { moderates, seesGuests } from '#features/room/room/rules.ts'
import { namesSeenBy } from '#features/room/room/server/personNames.ts'
import { roomStateOf } from '#features/room/room/server/queries.ts'
import { attendeesHere } from '#features/room/room/server/stays.ts'
import { stagePart } from '#features/room/stage/apply.ts'
import type { stageCalls } from '#features/room/stage/contract.ts'

/** The most hands in one answer. */
const MOST_SHOWN = 50

export const getStagePeople = withPitch<typeof stageCalls.getStagePeople>(
  moderates,
  async ({ db, actor, pitch, part }) => {
    const { hands, granted } = (await roomStateOf(db, pitch.id, stagePart)).stage
    const shown = hands.slice(0, MOST_SHOWN)
    const ids = [...new Set([...shown, ...granted.map(({ account }) => account)])]
    const nameFor = await namesSeenBy(db, part, ids)
    const here = await attendeesHere(db, pitch.id, shown)
    const all = ids.map(id => ({ account: id, name: nameFor(id) }))
    // [PERM-060] the team answers a guest without learning who they are
    const shownPeople = seesGuests(part, actor.roles) ? all : await veiled(db, pitch.id, all)
    const nameOf = (id: string) => shownPeople.find(({ account }) => account === id)?.name ?? ''
    return {
      hands: shown.map(id => ({ user_id: id, name: nameOf(id), line: here.has(id) })),
      hands_total: hands.length,
      granted: granted.map(({ account, microphone, camera }) => ({
        ...{ user_id: account, name: nameOf(account) },
        ...{ microphone, camera },
      })),
    }
  },
)
