import { z } from 'zod'
import { call, callers } from '#contract/call.ts'
import { line, text } from '#contract/fields.ts'
import { reactions } from '#features/room/signals.ts'
import { ChatMessage } from './events.ts'
import {
  GROUP_MEMBERS,
  GROUP_NAME_LENGTH,
  LISTED_GROUPS,
  MENTIONED_PEOPLE,
  MESSAGE_LENGTH,
  MOST_LISTED_GROUPS,
  messageTypes,
  slowModes,
} from './rules.ts'

/** [ENT-103] Somebody in a private chat. */
export const Friend = z.object({
  id: z.uuid(),
  name: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  avatar: z.string(),
  /** In the room now. */
  line: z.boolean(),
})
export type Friend = z.infer<typeof Friend>

/** [ENT-101, ENT-102] A private chat as the list of chats shows it. */
export const ChatEntry = z.object({
  chat_type: z.enum(['friend', 'group']),
  chat_id: z.uuid(),
  /** Empty: its members give it its name. */
  name: z.string(),
  /** The chat of those who run the pitch. */
  is_team: z.boolean(),
  /** Who made it: they may take others out and end it. */
  made_by: z.uuid().nullable(),
  members: z.array(Friend),
  last_message: ChatMessage.nullable(),
  last_time: z.string(),
  has_read: z.boolean(),
  fromuser_id: z.uuid().nullable(),
})
export type ChatEntry = z.infer<typeof ChatEntry>

const members = z.array(z.uuid()).max(GROUP_MEMBERS)
const groupName = line(GROUP_NAME_LENGTH)
const ofGroup = { group_uuid: z.uuid() }
const ofMessage = { ...ofGroup, message_id: z.number().int().positive() }
const content = text(MESSAGE_LENGTH).pipe(z.string().min(1, { error: 'required' }))

export const chatCalls = {
  /** CALL-220. With one person and no name, a chat with that person: the one that there is, or a new one. */
  addChatGroup: call({
    path: '/imapi/v1.4/instant/messaging/group/add',
    who: callers.everyone,
    whileImpersonating: false,
    input: z.object({ pitch_uuid: z.uuid(), members: members.min(1), name: groupName.default('') }),
    output: ChatEntry,
    errors: [
      'PitchNotFound',
      'ChatPersonNotFound',
      'ChatTooManyPeople',
      'ChatTooManyGroups',
      'RemovedFromRoom',
      'RoomNotOpen',
      'ChatMuted',
    ],
  }),
  /** CALL-221. One's own private chats in a pitch, the last talked in first. `total`: all of them. */
  getChatGroupList: call({
    path: '/imapi/v1.4/instant/messaging/group/list',
    who: callers.everyone,
    reads: true,
    whileImpersonating: false,
    answer: 'results',
    input: z.object({
      pitch_uuid: z.uuid(),
      limit: z.number().int().min(1).max(MOST_LISTED_GROUPS).default(LISTED_GROUPS),
    }),
    output: z.object({ items: z.array(ChatEntry), total: z.number().int() }),
    errors: ['PitchNotFound'],
  }),
  /** CALL-222. Whoever is in a group may name it and bring people in; who made it takes people out, others themselves. */
  updateChatGroup: call({
    path: '/imapi/v1.4/instant/messaging/group/update',
    who: callers.everyone,
    whileImpersonating: false,
    input: z.object({
      ...ofGroup,
      name: groupName.optional(),
      added_members: members.default([]),
      left_members: members.default([]),
    }),
    output: z.object({}),
    errors: [
      'GroupNotFound',
      'NoPermission',
      'ChatPersonNotFound',
      'ChatTooManyPeople',
      'RemovedFromRoom',
      'RoomNotOpen',
      'ChatMuted',
    ],
  }),
  /** CALL-223 */
  getChatGroup: call({
    path: '/imapi/v1.4/instant/messaging/group/detail',
    who: callers.everyone,
    reads: true,
    whileImpersonating: false,
    input: z.object(ofGroup),
    output: ChatEntry,
    errors: ['GroupNotFound'],
  }),
  /** CALL-224. Ends a group with all that was said in it. */
  deleteChatGroup: call({
    path: '/imapi/v1.4/instant/messaging/group/delete',
    who: callers.everyone,
    whileImpersonating: false,
    input: z.object(ofGroup),
    output: z.object({}),
    errors: ['GroupNotFound', 'NoPermission', 'RemovedFromRoom'],
  }),
  /** Notes up to which message one has read a private chat. */
  readChatGroup: call({
    path: 'token',
    who: callers.everyone,
    whileImpersonating: false,
    input: z.object({ ...ofGroup, message_id: z.number().int().positive() }),
    output: z.object({}),
    errors: ['GroupNotFound'],
  }),
  /**
   * [CALL-053, ENT-021] The chat of those who run a pitch, made when it is first asked for. Without `members` these are
   * presenter, co-hosts and moderators; whoever asks is one of them.
   */
  sgUpdatePitchPrivateGroup: call({
    path: 'token',
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ pitch_uuid: z.uuid(), members: members.optional() }),
    output: z.object({
      group_uuid: z.uuid(),
      group_member_list: z.array(Friend),
      group_member_offline: z.array(z.uuid()),
    }),
    errors: ['PitchNotFound', 'NoPermission', 'ChatPersonNotFound'],
  }),
  /** [CALL-218, CALL-219] `content` is plain text, for a group or, with `touserid`, for one person. A repeat with the same local_msg_id answers the message that is there already. */
  sendMessage: call({
    path: '/imapi/v1.4/instant/messaging/send',
    who: callers.everyone,
    whileImpersonating: false,
    input: z.object({
      group_uuid: z.uuid().optional(),
      touserid: z.uuid().optional(),
      /** With touserid, which pitch it is about; a join link has only one. */
      pitch_uuid: z.uuid().optional(),
      content,
      local_msg_id: z.uuid(),
      father_message: z.number().int().positive().optional(),
      /** [ENT-098] Ids of those whom it mentions, who have to be in the chat. */
      notification_members: z.array(z.uuid()).max(MENTIONED_PEOPLE).default([]),
      type: z.enum(['group', 'friend']).default('group'),
      msg_type: z.literal(messageTypes.normal).default(messageTypes.normal),
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
  /** Other words for one's own message, for a quarter of an hour; in slow mode as seldom as one writes. */
  editMessage: call({
    path: 'token',
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
  /** One's own message; of everybody's chat, those who look after the room that of an attendee. */
  deleteMessage: call({
    path: 'token',
    who: callers.everyone,
    whileImpersonating: false,
    input: z.object(ofMessage),
    output: ChatMessage,
    errors: ['GroupNotFound', 'MessageNotFound', 'NoPermission', 'RemovedFromRoom'],
  }),
  /** Shows what one thinks of a message, or takes it back: once for each person and emoji. */
  reactToMessage: call({
    path: 'token',
    who: callers.everyone,
    whileImpersonating: false,
    input: z.object({ ...ofMessage, emoji: z.enum(reactions), on: z.boolean() }),
    output: ChatMessage,
    errors: ['GroupNotFound', 'MessageNotFound', 'RemovedFromRoom', 'RoomNotOpen', 'ChatMuted'],
  }),
  /** Who reacted to a message, the first first. `total`: all reactions, of which so many are named. */
  getMessageReactions: call({
    path: 'token',
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
  /** How one reacted in a chat oneself, to the newest messages first. */
  getOwnReactions: call({
    path: 'token',
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
  /** [CALL-056, STATE-118] Lets somebody who attends write in the chat no more, or again; without a person, all who attend. */
  updatePitchMuteChat: call({
    path: 'token',
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ pitch_uuid: z.uuid(), user_id: z.uuid().optional(), is_mute_chat: z.boolean() }),
    output: z.object({ is_mute_chat: z.boolean() }),
    errors: ['PitchNotFound', 'AttendeeNotFound', 'NoPermission'],
  }),
  /** Seconds that those who attend wait between two messages in everybody's chat; 0: they need not. */
  updatePitchSlowMode: call({
    path: 'token',
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ pitch_uuid: z.uuid(), seconds: z.literal(slowModes) }),
    output: z.object({ seconds: z.literal(slowModes) }),
    errors: ['PitchNotFound', 'NoPermission'],
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
