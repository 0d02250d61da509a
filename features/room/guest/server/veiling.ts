import { peopleNamedIn, veilPeople } from '#features/core/account/people.ts'
import { namesOf } from '#features/core/account/server/queries.ts'
import { type GuestMode, nameOrNumber, veil } from '#features/core/account/veil.ts'
import { hostsAmong } from '#features/room/room/server/teamQueries.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { guestModeOf } from './queries.ts'

type Db = Database | Transaction

/** A value as people in a room may see it: without the names of guests while guest mode is on. */
export async function veiled<T>(db: Db, pitchId: number, value: T, known?: GuestMode): Promise<T> {
  const guests = known ?? (await guestModeOf(db, pitchId))
  if (!guests.on) return value
  const others = [...peopleNamedIn(value)].filter(id => !guests.hosts.includes(id))
  if (others.length === 0) return value
  const hosts = new Set([...guests.hosts, ...(await hostsAmong(db, pitchId, others))])
  return veil(value, id => hosts.has(id))
}

/** A text whose mentions name no guest, though its sender knew the names from before guest mode. */
export async function textVeiled(
  db: Db,
  pitchId: number,
  { text, mentioned }: { readonly text: string; readonly mentioned: readonly string[] },
  known?: GuestMode,
): Promise<string> {
  const guests = known ?? (await guestModeOf(db, pitchId))
  if (!guests.on || mentioned.length === 0) return text
  const notification_members = [...(await namesOf(db, mentioned))].map(([id, { name }]) => ({ id, name }))
  return (await veiled(db, pitchId, { content: text, notification_members }, guests)).content
}

/** The people of a list. While guest mode is on, nothing in it tells who a guest is. */
export async function veiledPeople<P extends { id: string; name: string; firstname: string }>(
  db: Db,
  pitchId: number,
  people: P[],
): Promise<P[]> {
  const guests = await guestModeOf(db, pitchId)
  if (!guests.on || people.length === 0) return people
  const ids = people.map(({ id }) => id)
  const hosts = new Set([...guests.hosts, ...(await hostsAmong(db, pitchId, ids))])
  return veilPeople(people, id => hosts.has(id))
}

/** The name of a person in a room. */
export async function nameInRoom(
  db: Db,
  pitchId: number,
  { accountId, name }: { readonly accountId: string; readonly name: string },
  known?: GuestMode,
): Promise<string> {
  return (await veiled(db, pitchId, { account: accountId, name: nameOrNumber(accountId, name) }, known)).name
}
