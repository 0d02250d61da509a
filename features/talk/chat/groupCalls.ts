import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { line } from '#contract/fields.ts'
import { ChatMessage } from './events.ts'
import { GROUP_MEMBERS, GROUP_NAME_LENGTH, LISTED_GROUPS, MOST_LISTED_GROUPS } from './rules.ts'

/** [ENT-103] A member of a private chat. */
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
  /** Empty if the chat is named by its members. */
  name: z.string(),
  /** The chat of the team of the pitch. */
  is_team: z.boolean(),
  /** The account that made the group: it may remove others and delete the group. */
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
/** The input of every call on one chat. */
export const ofGroup = { group_uuid: z.uuid() }

/** Private chats: their members, their names, and what the caller has read. */
export const groupCalls = {
  /** [CALL-220] Makes a private chat. With one person and no name, the existing chat with that person or a new one. */
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
  /**
   * [CALL-221] Lists the caller's private chats in a pitch, by their last message, newest first. `total` counts all
   * of them.
   */
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
  /** [CALL-222] Members of a group rename it and add members; its maker removes members, and each member may leave. */
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
  /** [CALL-223] Gets a private chat. */
  getChatGroup: call({
    path: '/imapi/v1.4/instant/messaging/group/detail',
    who: callers.everyone,
    reads: true,
    whileImpersonating: false,
    input: z.object(ofGroup),
    output: ChatEntry,
    errors: ['GroupNotFound'],
  }),
  /** [CALL-224] Deletes a group with all of its messages. */
  deleteChatGroup: call({
    path: '/imapi/v1.4/instant/messaging/group/delete',
    who: callers.everyone,
    whileImpersonating: false,
    input: z.object(ofGroup),
    errors: ['GroupNotFound', 'NoPermission', 'RemovedFromRoom'],
  }),
  /** Marks a private chat as read up to a message. */
  readChatGroup: call({
    who: callers.everyone,
    whileImpersonating: false,
    input: z.object({ ...ofGroup, message_id: z.number().int().positive() }),
    errors: ['GroupNotFound'],
  }),
  /**
   * [CALL-053, ENT-021] Gets the chat of the team of a pitch, created when it is first needed. Without `members`
   * these are presenter, co-hosts and moderators. The caller is always a member.
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
