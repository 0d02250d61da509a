import { z } from 'zod'
import { event } from '#contract/event.ts'
import { chatTypes, messageTypes, type moderatorActions } from './rules.ts'

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

/**
 * [ENT-093, ENT-094, ENT-095] A chat message as people see it. `name` is the sender's as it was then.
 * `touserid` is the recipient of a private message, and null in a group.
 */
export const ChatMessage = z.object({
  id: z.number().int(),
  local_msg_id: z.uuid(),
  group_uuid: z.uuid(),
  type: z.enum(chatTypes),
  msg_type: z.literal([messageTypes.normal, messageTypes.system]),
  /** [ENT-096] Base64 of UTF-8 text; of a system message, the name of what happened (`SystemMessage`). */
  msg_content: z.base64(),
  fromuserid: z.uuid(),
  touserid: z.uuid().nullable(),
  name: z.string(),
  create_time: z.string(),
  /** The id of the message of the same chat that this one answers. */
  father_message: z.number().int().optional(),
  ...SystemDetail.partial().shape,
})
export type ChatMessage = z.infer<typeof ChatMessage>

export const chatEvents = {
  messageSent: event(z.object({ message: ChatMessage })),
  /** [CONST-014, STATE-118] Somebody may not write any more, or may again; without an account, everybody who attends. */
  chatMuted: event(
    z.object({
      msg_type: z.literal(messageTypes.action).default(messageTypes.action),
      action: z.enum(['mute', 'unmute'] satisfies (typeof moderatorActions)[number][]),
      account: z.uuid().nullable(),
    }),
  ),
}
