import { guestName } from '#features/core/account/veil.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { manages } from '#features/core/pitch/rules.ts'
import type { guestCalls } from '#features/room/guest/contract.ts'
import { moderates, seesGuests } from '#features/room/room/rules.ts'
import { withLivingPart } from '#features/room/room/server/livingHost.ts'
import { hostsHere } from '#features/room/room/server/teamQueries.ts'
import { aliasesOf } from './aliases.ts'
import { listPeople } from './peopleQueries.ts'
import { guestModeOf } from './queries.ts'
import { setGuestMode } from './setGuestMode.ts'

/** [GAP-018, STATE-091, STATE-092] See `setGuestMode`. */
export const updateGuestMode = withPitch<typeof guestCalls.updateGuestMode>(
  'sees',
  withLivingPart(manages, async context => {
    const { pitch, input } = context
    await setGuestMode(context, pitch, input.on)
    return { on: input.on }
  }),
)

/** [CALL-210, PERM-052] removeAttendee and updatePitchMuteChat refuse every one of these. */
export const getHiddenUserList = withPitch<typeof guestCalls.getHiddenUserList>(moderates, async ({ db, pitch }) => {
  const items = await hostsHere(db, pitch)
  return { items, total: items.length }
})

/** [PERM-059, PERM-060] Empty while guest mode is off. */
export const getGuestList = withPitch<typeof guestCalls.getGuestList>('sees', async context => {
  const { db, actor, input, pitch, part, frame } = context
  const { on } = await guestModeOf(db, pitch.id)
  if (!on) return { items: [], total: 0, on }
  const sees = seesGuests(part, actor.roles)
  const { page, limit } = input
  const { items, total } = await listPeople(db, pitch, {
    ...{ page, limit, removedToo: false, guestsOnly: true },
    veiled: sees ? undefined : await aliasesOf(frame.settings, pitch.id),
  })
  return {
    items: items.map(({ id, name, line }) => ({
      ...{ id, line, guest_name: guestName(id) },
      name: sees ? name : id === actor.accountId ? actor.name : '',
    })),
    ...{ total, on },
  }
})
