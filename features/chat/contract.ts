import { z } from 'zod'
import { call, callers } from '#contract/call.ts'
import { text } from '#contract/fields.ts'
import { ChatMessage } from './events.ts'
import { MESSAGE_LENGTH, messageTypes } from './rules.ts'

export const chatCalls = {
  /** [CALL-218, CALL-219] `content` is plain text. A repeat with the same local_msg_id answers the message that is there already. */
  sendMessage: call({
    path: '/imapi/v1.4/instant/messaging/send',
    who: callers.everyone,
    whileImpersonating: false,
    input: z.object({
      group_uuid: z.uuid(),
      content: text(MESSAGE_LENGTH).pipe(z.string().min(1, { error: 'required' })),
      local_msg_id: z.uuid(),
      type: z.literal('group').default('group'),
      msg_type: z.literal(messageTypes.normal).default(messageTypes.normal),
    }),
    output: ChatMessage,
    errors: ['GroupNotFound', 'RemovedFromRoom', 'RoomNotOpen', 'ChatMuted'],
  }),
  /** [CALL-056, STATE-118] Lets somebody who attends write in the chat no more, or again; without a person, all who attend. */
  updatePitchMuteChat: call({
    path: 'token',
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ pitch_uuid: z.uuid(), user_id: z.uuid().optional(), is_mute_chat: z.boolean() }),
    output: z.object({ is_mute_chat: z.boolean() }),
    errors: ['PitchNotFound', 'AttendeeNotFound', 'NoPermission'],
  }),
  /** Messages of a group before the one named, oldest first. */
  getChatHistory: call({
    path: 'token',
    who: callers.everyone,
    reads: true,
    answer: 'results',
    input: z.object({
      group_uuid: z.uuid(),
      before: z.number().int().positive().optional(),
      limit: z.number().int().min(1).max(200).default(50),
    }),
    output: z.object({ items: z.array(ChatMessage), more: z.boolean() }),
    errors: ['GroupNotFound', 'RemovedFromRoom'],
  }),
}
