import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { createNotice } from '#features/notify/notice/server/createNotice.ts'
import { peopleOfPitch } from '#features/room/guest/server/peopleQueries.ts'
import { attendeesHere } from '#features/room/room/server/stays.ts'
import { hostsAmong } from '#features/room/room/server/teamQueries.ts'
import type { ChatMessage } from '#features/talk/chat/events.ts'
import type { Mentioned } from '#features/talk/chat/markup.ts'
import type { Context } from '#server/context.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'
import { type GroupRow, membersOf } from './groupQueries.ts'

/** The mentioned people with their names; undefined if one of them is not in the chat. */
export async function mentionedIn(
  db: Database | Transaction,
  group: GroupRow,
  pitch: PitchRow,
  ids: readonly string[],
): Promise<readonly Mentioned[] | undefined> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return []
  if (group.kind !== 'room') {
    const all = await membersOf(db, group.id)
    const members = group.kind === 'team' ? await hostsAmong(db, pitch.id, all) : all
    if (wanted.some(id => !members.includes(id))) return undefined
  }
  const people = await peopleOfPitch(db, pitch, wanted)
  return people.length < wanted.length ? undefined : people.map(({ id, name }) => ({ id, name }))
}

/**
 * Leaves a notice for mentioned people who are not in the room. Until they read it, one notice of the same sender and
 * pitch stands for all of their mentions.
 */
export async function tellMentioned(
  { db, actor }: Pick<Context, 'db'> & { readonly actor: Actor },
  pitch: PitchRow,
  { notification_members: mentioned = [], name }: ChatMessage,
): Promise<void> {
  const ids = mentioned.map(({ id }) => id)
  const here = await attendeesHere(db, pitch.id, ids)
  const accountIds = ids.filter(id => !here.has(id) && id !== actor.accountId)
  await createNotice(db, {
    accountIds,
    kind: 'chatMentioned',
    params: { title: pitch.presentationName, pitchUuid: pitch.uuid, name },
    // a sender without a name in the room has none in the notice
    by: name === actor.name ? actor.accountId : undefined,
    unlessUnread: true,
  })
}
