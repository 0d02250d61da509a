import type { Output } from '#contract/call.ts'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import type { PersonOfPitch } from '#features/room/guest/server/peopleQueries.ts'
import { peopleOfPitch } from '#features/room/guest/server/peopleQueries.ts'
import type { chatCalls } from '#features/talk/chat/contract.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { type OwnGroup, ownGroups } from './groupQueries.ts'
import { asSent } from './queries.ts'

type Entry = Output<typeof chatCalls.getChatGroup>
type Listed = Output<typeof chatCalls.getChatGroupList>

/**
 * [ENT-101, ENT-102, ENT-103] An account's private chats of a pitch as the list shows them. `isTeam`: the account
 * belongs to the team.
 */
export async function entriesOf(
  db: Database | Transaction,
  pitch: PitchRow,
  accountId: string,
  { isTeam, limit }: { isTeam: boolean; limit: number },
): Promise<Listed> {
  const { groups, total } = await ownGroups(db, accountId, { pitchId: pitch.id, isTeam, limit })
  return { items: await shown(db, pitch, accountId, groups), total }
}

/** One of these chats. */
export async function entryOf(
  db: Database | Transaction,
  pitch: PitchRow,
  accountId: string,
  groupId: string,
): Promise<Entry | undefined> {
  const { groups } = await ownGroups(db, accountId, { groupId })
  return (await shown(db, pitch, accountId, groups))[0]
}

async function shown(db: Database | Transaction, pitch: PitchRow, me: string, groups: OwnGroup[]): Promise<Entry[]> {
  if (groups.length === 0) return []
  const people = await peopleOfPitch(db, pitch, [...new Set([me, ...groups.flatMap(one => one.members)])])
  const places = new Map(people.map((person, place) => [person.id, { person, place }]))
  // people who were removed from the pitch are left out
  const membersOf = (ids: readonly string[]): PersonOfPitch[] =>
    ids
      .flatMap(id => places.get(id) ?? [])
      .sort((a, b) => a.place - b.place)
      .map(({ person }) => person)
  return groups.map(({ group, own, last, members }) => ({
    chat_type: group.kind === 'friend' ? 'friend' : 'group',
    chat_id: group.id,
    name: group.name,
    is_team: group.kind === 'team',
    made_by: group.madeBy,
    members: membersOf(members),
    last_message: last ? asSent(last, group.pair) : null,
    last_time: (last?.at ?? group.madeAt).toISOString(),
    has_read: !last || last.id <= own.readMessage || last.fromAccountId === me,
    fromuser_id: last?.fromAccountId ?? null,
  }))
}
