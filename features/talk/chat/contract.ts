import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { text } from '#contract/fields.ts'
import { messageTypes } from '#features/room/room/rules.ts'
import { reactions } from '#features/room/room/signals.ts'
import { ChatMessage } from './events.ts'
import { groupCalls, ofGroup } from './groupCalls.ts'
import { MENTIONED_PEOPLE, MESSAGE_LENGTH, slowModes } from './rules.ts'

export type { ChatEntry, Friend } from './groupCalls.ts'

const ofMessage = { ...ofGroup, message_id: z.number().int().positive() }
const content = text(MESSAGE_LENGTH).pipe(z.string().min(1, { error: 'required' }))

export const chatCalls = {
  ...groupCalls,
  /**
   * [CALL-218, CALL-219] Sends a message. `content` is plain text, for a group or, with `touserid`, for one person. A
   * repeat with the same local_msg_id answers the stored message.
   */
  sendMessage: call({
    path: '/imapi/v1.4/instant/messaging/send',
    who: callers.everyone,
    whileImpersonating: false,
    input: z.object({
      group_uuid: z.uuid().optional(),
      touserid: z.uuid().optional(),
      /** The pitch of a message with `touserid`; a join link has only one pitch. */
      pitch_uuid: z.uuid().optional(),
      content,
      local_msg_id: z.uuid(),
      father_message: z.number().int().positive().optional(),
      /** [ENT-098] Account ids of the mentioned people, who have to be in the chat. */
      notification_members: z.array(z.uuid()).max(MENTIONED_PEOPLE).default([]),
      type: z.enum(['group', 'friend']).default('group'),
      msg_type: z.literal(messageTypes.normal).default(messageTypes.normal),
      /** [CALL-219] Changes of a message have calls of their own. */
      action: z.literal('send').default('send'),
    }),
    output: ChatMessage,
    errors: [
      'GroupNotFound',
      'ChatPersonNotFound',
      'ChatTooManyGroups',
      'MessageNotFound',
      'RemovedFromRoom',
      'RoomNotOpen',
      'ChatMuted',
      'ChatTooSoon',
    ],
  }),
  /** Edits the caller's own message within 15 minutes of its sending. Slow mode applies. */
  editMessage: call({
    who: callers.everyone,
    whileImpersonating: false,
    input: z.object({ ...ofMessage, content }),
    output: ChatMessage,
    errors: [
      'GroupNotFound',
      'MessageNotFound',
      'NoPermission',
      'EditTooLate',
      'ChatTooSoon',
      'RemovedFromRoom',
      'RoomNotOpen',
      'ChatMuted',
    ],
  }),
  /** Deletes the caller's own message; in the public chat moderators also delete those of attendees. */
  deleteMessage: call({
    who: callers.everyone,
    whileImpersonating: false,
    input: z.object(ofMessage),
    output: ChatMessage,
    errors: ['GroupNotFound', 'MessageNotFound', 'NoPermission', 'RemovedFromRoom'],
  }),
  /** Adds or removes a reaction, once for each person and emoji. */
  reactToMessage: call({
    who: callers.everyone,
    whileImpersonating: false,
    input: z.object({ ...ofMessage, emoji: z.enum(reactions), on: z.boolean() }),
    output: ChatMessage,
    errors: ['GroupNotFound', 'MessageNotFound', 'RemovedFromRoom', 'RoomNotOpen', 'ChatMuted'],
  }),
  /** Lists the reactions to a message, oldest first. `total` counts all of them, also those that are not listed. */
  getMessageReactions: call({
    who: callers.everyone,
    reads: true,
    answer: 'results',
    input: z.object(ofMessage),
    output: z.object({
      items: z.array(z.object({ user_id: z.uuid(), name: z.string(), emoji: z.enum(reactions) })),
      total: z.number().int(),
    }),
    errors: ['GroupNotFound', 'MessageNotFound', 'RemovedFromRoom'],
  }),
  /** Lists the caller's own reactions in a chat, to the newest messages first. */
  getOwnReactions: call({
    who: callers.everyone,
    reads: true,
    answer: 'results',
    input: z.object(ofGroup),
    output: z.object({
      items: z.array(z.object({ message_id: z.number().int(), emoji: z.enum(reactions) })),
      total: z.number().int(),
    }),
    errors: ['GroupNotFound', 'RemovedFromRoom'],
  }),
  /** [CALL-056, STATE-118] Mutes or unmutes an attendee in the chat; without a person, all attendees. */
  updatePitchMuteChat: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ pitch_uuid: z.uuid(), user_id: z.uuid().optional(), is_mute_chat: z.boolean() }),
    output: z.object({ is_mute_chat: z.boolean() }),
    errors: ['PitchNotFound', 'AttendeeNotFound', 'NoPermission'],
  }),
  /** Sets the seconds between two messages of an attendee in the public chat; 0 turns slow mode off. */
  updatePitchSlowMode: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ pitch_uuid: z.uuid(), seconds: z.literal(slowModes) }),
    output: z.object({ seconds: z.literal(slowModes) }),
    errors: ['PitchNotFound', 'NoPermission'],
  }),
  /** Lists messages of a chat before the given one, oldest first. */
  getChatHistory: call({
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
