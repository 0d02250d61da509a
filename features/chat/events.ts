import { z } from 'zod'
import { event } from '#contract/event.ts'
import { chatTypes, messageTypes, type moderatorActions } from './rules.ts'

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
