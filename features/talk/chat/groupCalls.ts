import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { line } from '#contract/fields.ts'
import { ChatMessage } from './events.ts'
import { GROUP_MEMBERS, GROUP_NAME_LENGTH, LISTED_GROUPS, MOST_LISTED_GROUPS } from './rules.ts'

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
/** What every call about one chat names. */
export const ofGroup = { group_uuid: z.uuid() }

/** Private chats: who is in them, what they are called, and how far one has read. */
export const groupCalls = {
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
    errors: ['GroupNotFound', 'NoPermission', 'RemovedFromRoom'],
  }),
  /** Notes up to which message one has read a private chat. */
  readChatGroup: call({
    who: callers.everyone,
    whileImpersonating: false,
    input: z.object({ ...ofGroup, message_id: z.number().int().positive() }),
    errors: ['GroupNotFound'],
  }),
  /**
   * [CALL-053, ENT-021] The chat of those who run a pitch, made when it is first asked for. Without `members` these are
   * presenter, co-hosts and moderators; whoever asks is one of them.
   */
  sgUpdatePitchPrivateGroup: call({
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
}
