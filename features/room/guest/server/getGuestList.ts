import { guestName } from '#features/core/account/veil.ts'
import { pitchFor } from '#features/core/part/server/access.ts'
import type { guestCalls } from '#features/room/guest/contract.ts'
import { seesGuests } from '#features/room/room/guestRules.ts'
import type { Handler } from '#server/context.ts'
import { listPeople } from './peopleQueries.ts'
import { guestModeOf } from './queries.ts'

/** [PERM-059, PERM-060] Without guest mode nobody is a guest. */
export const getGuestList: Handler<typeof guestCalls.getGuestList> = async ({ db, actor, input, fail }) => {
  const access = await pitchFor(db, actor, input.uuid)
  if (!access) return fail('PitchNotFound')
  const { on } = await guestModeOf(db, access.pitch.id)
  if (!on) return { items: [], total: 0, on }
  const sees = seesGuests(access.part, actor.roles)
  const { page, limit } = input
  const { items, total } = await listPeople(db, access.pitch, {
    ...{ page, limit, removedToo: false, veiled: !sees, guestsOnly: true },
  })
  return {
    items: items.map(({ id, name, line }) => ({
      ...{ id, line, guest_name: guestName(id) },
      name: sees ? name : id === actor.accountId ? actor.name : '',
    })),
    ...{ total, on },
  }
}
