import type { Output } from '#contract/call.ts'
import type { chatCalls } from '#features/chat/contract.ts'
import type { PitchRow } from '#features/pitch/server/access.ts'
import { peopleOfPitch } from '#features/room/server/queries.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { type OwnGroup, ownGroups } from './groupQueries.ts'
import { asSent } from './queries.ts'

type Entry = Output<typeof chatCalls.getChatGroup>

/** [ENT-101, ENT-102, ENT-103] One's own private chats of a pitch, or one of them, as the list shows them. `isTeam`: they run it. */
export async function entriesOf(
  db: Database | Transaction,
  pitch: PitchRow,
  accountId: string,
  { isTeam, groupId }: { isTeam: boolean; groupId?: string },
): Promise<Entry[]> {
  const own = await ownGroups(db, accountId, groupId ? { groupId } : { pitchId: pitch.id })
  if (own.length === 0) return []
  const people = await peopleOfPitch(db, pitch, [...new Set([accountId, ...own.flatMap(one => one.members)])])
  return own.filter(({ group }) => group.kind !== 'team' || isTeam).map(one => entryOf(one, accountId, people))
}

function entryOf({ group, own, last, members }: OwnGroup, me: string, people: Entry['members']): Entry {
  return {
    chat_type: group.kind === 'friend' ? 'friend' : 'group',
    chat_id: group.id,
    name: group.name,
    is_team: group.kind === 'team',
    made_by: group.madeBy,
    // whoever was removed from the pitch is not among them
    members: people.filter(person => members.includes(person.id)),
    last_message: last ? asSent(last, group.pair) : null,
    last_time: (last?.at ?? group.madeAt).toISOString(),
    has_read: !last || last.id <= own.readMessage || last.fromAccountId === me,
    fromuser_id: last?.fromAccountId ?? null,
  }
}
