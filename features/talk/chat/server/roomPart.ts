import type { ServerPart } from '#features/room/room/server/parts.ts'
import { SNAPSHOT_MESSAGES, withoutDeleted } from '#features/talk/chat/apply.ts'
import { chatGroupOf, roomMessages, roomMessagesOf } from './queries.ts'

export const chatServerPart = {
  retells: happened =>
    happened.type === 'messageDeleted' ? before => withoutDeleted(before, happened.payload.id) : undefined,
  asides: {
    chat: {
      select: pitchId => roomMessagesOf(pitchId, SNAPSHOT_MESSAGES),
      read: selected => ({ messages: roomMessages(selected) }),
    },
  },
  welcomes: async (db, pitch) => ({ group_uuid: await chatGroupOf(db, pitch) }),
} satisfies ServerPart
