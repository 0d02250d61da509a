import { z } from 'zod'
import { event } from '#contract/event.ts'
import { messageTypes } from '#features/room/room/rules.ts'
import { reactions } from '#features/room/room/signals.ts'
import { chatTypes, hostParts, type moderatorActions, slowModes } from './rules.ts'

/** Who a system message names. */
const Named = z.object({ id: z.uuid(), name: z.string() })

/** [ENT-097, ENT-099] What a message of type 100 says of the chat that it stands in. */
export const SystemDetail = z.object({
  group_id: z.uuid(),
  /** The host name of this console. */
  domain: z.string(),
  members: z.array(Named),
  added_members: z.array(Named),
  left_members: z.array(Named),
})
export type SystemDetail = z.infer<typeof SystemDetail>

/** [ENT-098] Whom a message mentions, by the names that stand behind an @ in it. */
const MentionDetail = z.object({ notification_members: z.array(Named) })
export type MentionDetail = z.infer<typeof MentionDetail>

/** [ENT-100, CONST-015] What a message of type 151 forwards: somebody's message of everybody's chat, as it was then. */
export const OffData = z.object({
  message_id: z.number().int(),
  fromuserid: z.uuid(),
  name: z.string(),
  create_time: z.string(),
  msg_content: z.base64(),
})
export type OffData = z.infer<typeof OffData>

/** Counts up with every change of a message, so that an old copy never replaces a newer one; none: never changed. */
const revision = z.number().int()
const edited_time = z.string()

/**
 * [ENT-093, ENT-094, ENT-095] A chat message as people see it. `name` is the sender's as it was then.
 * `touserid` is the recipient of a private message, and null in a group.
 */
export const ChatMessage = z.object({
  id: z.number().int(),
  local_msg_id: z.uuid(),
  group_uuid: z.uuid(),
  type: z.enum(chatTypes),
  msg_type: z.literal([messageTypes.normal, messageTypes.system, messageTypes.forwarded]),
  /** [ENT-096] Base64 of UTF-8 text; of a system message, the name of what happened (`SystemMessage`). */
  msg_content: z.base64(),
  fromuserid: z.uuid(),
  touserid: z.uuid().nullable(),
  name: z.string(),
  /** What the sender was in the pitch then; none: they attended. */
  part: z.enum(hostParts).optional(),
  create_time: z.string(),
  /** The id of the message of the same chat that this one answers. */
  father_message: z.number().int().optional(),
  /** [ENT-098] The session that sent it: its id, as `me.session` of the room socket, never its token. */
  send_access_token: z.uuid().optional(),
  offdata: OffData.optional(),
  revision: revision.optional(),
  edited_time: edited_time.optional(),
  /** What it said is gone: by its sender, or by somebody who looks after the room. */
  deleted: z.enum(['sender', 'moderator']).optional(),
  /** How many people reacted with each. */
  reactions: z.partialRecord(z.enum(reactions), z.number().int()).optional(),
  ...SystemDetail.partial().shape,
  ...MentionDetail.partial().shape,
})
export type ChatMessage = z.infer<typeof ChatMessage>

export const chatEvents = {
  messageSent: event(z.object({ message: ChatMessage })),
  /** It says whom its words mention, so that it can be told in guest mode as well. */
  messageEdited: event(
    z.object({
      id: z.number().int(),
      msg_content: z.base64(),
      edited_time,
      revision,
      ...MentionDetail.partial().shape,
    }),
  ),
  messageDeleted: event(z.object({ id: z.number().int(), deleted: z.enum(['sender', 'moderator']), revision })),
  /** Somebody reacted, or took it back (`on`); `count` people have reacted so then. */
  messageReacted: event(
    z.object({
      id: z.number().int(),
      emoji: z.enum(reactions),
      account: z.uuid(),
      on: z.boolean(),
      count: z.number().int(),
      revision,
    }),
  ),
  /** Attendees wait so many seconds between two messages; 0: they need not. */
  slowModeChanged: event(z.object({ seconds: z.literal(slowModes) })),
  /** [CONST-014, STATE-118] Somebody may not write any more, or may again; without an account, everybody who attends. */
  chatMuted: event(
    z.object({
      msg_type: z.literal(messageTypes.action).default(messageTypes.action),
      action: z.enum(['mute', 'unmute'] satisfies (typeof moderatorActions)[number][]),
      account: z.uuid().nullable(),
    }),
  ),
}
