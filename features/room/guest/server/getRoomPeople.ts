import { isGuestName } from '#features/core/account/people.ts'
import { guestName } from '#features/core/account/veil.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { manages } from '#features/core/pitch/rules.ts'
import type { guestCalls } from '#features/room/guest/contract.ts'
import { isAdminUser, moderates, seesGuests } from '#features/room/room/rules.ts'
import { rightTime } from '#server/clock.ts'
import { aliasesOf } from './aliases.ts'
import { listPeople, type PersonFound } from './peopleQueries.ts'
import { guestModeOf } from './queries.ts'

/** In a room of this many people, attendees share one answer for `SHARED_FOR` milliseconds. */
const CROWD = 500
const SHARED_FOR = 2000

type People = ReturnType<typeof listPeople>
const shared = new Map<string, { at: number; people: People }>()

/**
 * The people of a room, present ones first. Removed attendees are listed only for the team and admins, who may readmit
 * them.
 */
export const getRoomPeople = withPitch<typeof guestCalls.getRoomPeople>('sees', async context => {
  const { db, actor, input, pitch, part, knows } = context
  const { on } = await guestModeOf(db, pitch.id)
  const removedToo = moderates(part)
  const sees = seesGuests(part, actor.roles)
  const veiled = on && !sees ? await aliasesOf(context.frame.settings, pitch.id) : undefined
  const { only, without, page, limit, name, nameless } = input
  const asked = { ...input, nameless: nameless && !veiled, namesAlone: !knows }
  const list = () => listPeople(db, pitch, { ...asked, removedToo, veiled })
  const key = JSON.stringify([pitch.id, on, page, limit, without?.toSorted()])
  const found = await (removedToo || name || only || nameless ? list() : shareInCrowd(key, list))
  // an admin of another organization is no admin user here
  const seesAddress =
    isAdminUser(actor.roles) && (actor.roles.includes('superadmin') || actor.organisationId === pitch.organisationId)
  const shown = ({ email, address, end_date_raw, ...person }: PersonFound) => ({
    ...person,
    // where the team works says which company presents
    ...(!knows && { sign: '', company_name: '', linkedin_publicProfileUrl: '' }),
    // a manager invited them by that address, and also sees their number, which others use
    ...(manages(part) && !person.guest && isGuestName(person.name) ? { name: email, guest: person.name } : {}),
    ...(seesAddress && !person.guest
      ? { email, address, end_date_raw: end_date_raw && new Date(end_date_raw).toISOString() }
      : {}),
    // an admin sees both, because the others use the number
    ...(on && sees && person.part === 'attendee' ? { guest: guestName(person.id) } : {}),
  })
  return { ...found, items: found.items.map(shown) }
})

/** After an arrival in a crowd, every browser requests the same page of the list at once. */
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
