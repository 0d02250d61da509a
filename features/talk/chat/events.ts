import { z } from 'zod'
import { event } from '#contract/event.ts'
import { messageTypes } from '#features/room/room/rules.ts'
import { reactions } from '#features/room/room/signals.ts'
import { chatTypes, hostParts, type moderatorActions, slowModes } from './rules.ts'

/** A person named in a system message. */
const Named = z.object({ id: z.uuid(), name: z.string() })

/** [ENT-098] The people whom a message mentions, by their names behind an @ in it. */
const MentionDetail = z.object({ notification_members: z.array(Named) })
export type MentionDetail = z.infer<typeof MentionDetail>

/** [ENT-097, ENT-099] The members in a message of type 100. */
export const SystemDetail = z.object({
  group_id: z.uuid(),
  /** The host name of this console. */
  domain: z.string(),
  members: z.array(Named),
  added_members: z.array(Named),
  left_members: z.array(Named),
})
export type SystemDetail = z.infer<typeof SystemDetail>

/** [ENT-100, CONST-015] The message of the public chat that a message of type 151 forwards, as it was then. */
export const OffData = z.object({
  message_id: z.number().int(),
  fromuserid: z.uuid(),
  name: z.string(),
  create_time: z.string(),
  msg_content: z.base64(),
  ...MentionDetail.partial().shape,
})
export type OffData = z.infer<typeof OffData>

/** Increases with every change of a message, so that an old copy never replaces a newer one; absent if unchanged. */
const revision = z.number().int()
const edited_time = z.string()

/**
 * [ENT-093, ENT-094, ENT-095] A chat message as browsers get it. `name` is the sender's name at the time. `touserid` is
 * the recipient of a private message, and null in a group.
 */
export const ChatMessage = z.object({
  id: z.number().int(),
  local_msg_id: z.uuid(),
  group_uuid: z.uuid(),
  type: z.enum(chatTypes),
  msg_type: z.literal([messageTypes.normal, messageTypes.system, messageTypes.forwarded]),
  /** [ENT-096] Base64 of UTF-8 text; in a system message, the name of the event (`SystemMessage`). */
  msg_content: z.base64(),
  fromuserid: z.uuid(),
  touserid: z.uuid().nullable(),
  name: z.string(),
  /** The sender's part in the pitch at the time; absent for attendees. */
  part: z.enum(hostParts).optional(),
  create_time: z.string(),
  /** The id of the message of the same chat that this one answers. */
  father_message: z.number().int().optional(),
  /** [ENT-098] The id of the sending session, as `me.session` of the room socket; never its token. */
  send_access_token: z.uuid().optional(),
  offdata: OffData.optional(),
  revision: revision.optional(),
  edited_time: edited_time.optional(),
  /** The message was emptied, by its sender or by a moderator. */
  deleted: z.enum(['sender', 'moderator']).optional(),
  /** The number of people for each reaction. */
  reactions: z.partialRecord(z.enum(reactions), z.number().int()).optional(),
  ...SystemDetail.partial().shape,
  ...MentionDetail.partial().shape,
})
export type ChatMessage = z.infer<typeof ChatMessage>

export const chatEvents = {
  messageSent: event(z.object({ message: ChatMessage })),
  /** It carries the mentions of the new text, so that guest mode can rename them. */
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
  /** A person added or removed a reaction (`on`); `count` people have this reaction now. */
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
  /** Seconds between two messages of an attendee; 0: slow mode is off. */
  slowModeChanged: event(z.object({ seconds: z.literal(slowModes) })),
  /** [CONST-014, STATE-118] An attendee was muted or unmuted; without an account, all attendees. */
  chatMuted: event(
    z.object({
      msg_type: z.literal(messageTypes.action).default(messageTypes.action),
      action: z.enum(['mute', 'unmute'] satisfies (typeof moderatorActions)[number][]),
      account: z.uuid().nullable(),
    }),
  ),
}
