import { isGuestName } from '#features/core/account/people.ts'
import { guestName } from '#features/core/account/veil.ts'
import { pitchFor } from '#features/core/part/server/access.ts'
import { manages } from '#features/core/pitch/rules.ts'
import type { guestCalls } from '#features/room/guest/contract.ts'
import { isAdminUser, seesGuests } from '#features/room/room/guestRules.ts'
import { moderates } from '#features/room/room/rules.ts'
import { rightTime } from '#server/clock.ts'
import type { Handler } from '#server/context.ts'
import { listPeople, type PersonFound } from './peopleQueries.ts'
import { guestModeOf } from './queries.ts'

/** From so many people on, attendees of a room share an answer for so many milliseconds. */
const CROWD = 500
const SHARED_FOR = 2000

type People = ReturnType<typeof listPeople>
const shared = new Map<string, { at: number; people: People }>()

/** Who may be in a room, those who are there first. Who was removed is seen only by those who may readmit them. */
export const getRoomPeople: Handler<typeof guestCalls.getRoomPeople> = async ({ db, actor, input, fail }) => {
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  const { pitch, part } = access
  const { on } = await guestModeOf(db, pitch.id)
  const removedToo = moderates(part)
  const sees = seesGuests(part, actor.roles)
  const list = () => listPeople(db, pitch, { ...input, removedToo, veiled: on && !sees })
  const { only, without, page, limit, name } = input
  const key = JSON.stringify([pitch.id, on, page, limit, without?.toSorted()])
  const found = await (removedToo || name || only ? list() : shareInCrowd(key, list))
  // whoever administers another organisation administers nobody here
  const seesAddress =
    isAdminUser(actor.roles) && (actor.roles.includes('superadmin') || actor.organisationId === pitch.organisationId)
  const shown = ({ email, ...person }: PersonFound) => ({
    ...person,
    // who runs the pitch has invited them by that address, and sees as well what the others call them
    ...(manages(part) && !person.guest && isGuestName(person.name) ? { name: email, guest: person.name } : {}),
    ...(seesAddress && !person.guest ? { email } : {}),
    // who may know sees both: the others say the number
    ...(on && sees && person.part === 'attendee' ? { guest: guestName(person.id) } : {}),
  })
  return { ...found, items: found.items.map(shown) }
}

/** A thousand browsers that hear of the same arrival ask for the same page within a moment. */
async function shareInCrowd(key: string, list: () => People): People {
  const now = rightTime()
  const known = shared.get(key)
  if (known && now - known.at < SHARED_FOR) return known.people
  for (const [old, { at }] of shared) if (now - at >= SHARED_FOR) shared.delete(old)
  const people = list()
  shared.set(key, { at: now, people })
  const forget = () => {
    if (shared.get(key)?.people === people) shared.delete(key)
  }
  await people.then(({ total }) => total < CROWD && forget(), forget)
  return people
}
