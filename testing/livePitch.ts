import type { pitch } from '#features/core/pitch/server/tables.ts'
import { chatGroupOf } from '#features/talk/chat/server/queries.ts'
import { type RoomStack, seedAttendee, seedPitch } from './startRooms.ts'
import type { TestClient } from './startStack.ts'

/**
 * A live pitch of the presenter, moderated by the member, with two attendees, Ivy and Ines. It is started with all that
 * this causes, unless `values` say that it is in progress; `prepare` runs before.
 */
export async function livePitch(
  stack: Pick<RoomStack, 'db' | 'people' | 'as' | 'withToken'>,
  values: Partial<typeof pitch.$inferInsert> = {},
  prepare: (made: typeof pitch.$inferSelect) => Promise<void> = async () => {},
) {
  const { people } = stack
  const made = await seedPitch(stack, { moderators: [people.member.email], ...values })
  await prepare(made)
  if (made.state !== 'inProgress') await stack.as('presenter').startPitch({ uuid: made.uuid })
  const ivy = await seedAttendee(stack, made, people.investor)
  const ines = await seedAttendee(stack, made, people.secondInvestor)
  const group_uuid = await chatGroupOf(stack.db, made)
  return {
    made,
    pitch_uuid: made.uuid,
    group_uuid,
    ivy,
    ines,
    /** The token of their calls. */
    investor: stack.withToken(ivy.token),
    second: stack.withToken(ines.token),
    /** Sends a message to everybody, or to another group. */
    say: (client: TestClient, content = 'Hello', group = group_uuid) =>
      client.sendMessage({ group_uuid: group, content, local_msg_id: crypto.randomUUID() }),
  }
}
