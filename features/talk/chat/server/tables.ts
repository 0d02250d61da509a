import { sql } from 'drizzle-orm'
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { account } from '#features/core/account/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import type { Reaction } from '#features/room/room/signals.ts'
import type { ChatMessage, MentionDetail, OffData, SystemDetail } from '#features/talk/chat/events.ts'
import type { GroupKind, HostPart } from '#features/talk/chat/rules.ts'

/**
 * The chats of a pitch: one `room` for everyone in it, at most one `team` for its team, one `friend` chat for any two
 * people, and any number of groups.
 */
export const chatGroup = pgTable(
  'chat_group',
  {
    id: uuid().primaryKey().defaultRandom(),
    pitchId: bigint({ mode: 'number' })
      .notNull()
      .references(() => pitch.id, { onDelete: 'cascade' }),
    kind: text().$type<GroupKind>().notNull(),
    /** The key of a friend chat: both account ids in one order, so that two people have one chat. */
    pair: text(),
    /** Empty if the chat is named by its members. */
    name: text().notNull(),
    madeBy: uuid().references(() => account.id, { onDelete: 'set null' }),
    madeAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [
    uniqueIndex('chat_group_only').on(t.pitchId, t.kind).where(sql`${t.kind} in ('room', 'team')`),
    uniqueIndex('chat_group_pair').on(t.pitchId, t.pair),
    index('chat_group_made').on(t.madeBy, t.pitchId),
  ],
)

/** Members of private chats. The room's chat has none, since everyone in the room may read it. */
export const chatMember = pgTable(
  'chat_member',
  {
    groupId: uuid()
      .notNull()
      .references(() => chatGroup.id, { onDelete: 'cascade' }),
    accountId: uuid()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    /** The last message before the member joined: they see later ones. */
    afterMessage: bigint({ mode: 'number' }).notNull().default(0),
    /** The last message that the member has read. */
    readMessage: bigint({ mode: 'number' }).notNull().default(0),
  },
  t => [primaryKey({ columns: [t.groupId, t.accountId] }), index('chat_member_account').on(t.accountId)],
)

/** One message. `localMessageId` is the id of the sender's browser and makes a repeated send harmless. */
export const chatMessage = pgTable(
  'chat_message',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    groupId: uuid()
      .notNull()
      .references(() => chatGroup.id, { onDelete: 'cascade' }),
    fromAccountId: uuid()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    fromName: text().notNull(),
    /** The sender's part in the pitch at the time; null for attendees. */
    fromPart: text().$type<HostPart>(),
    localMessageId: uuid().notNull(),
    type: integer().notNull(),
    content: text().notNull(),
    /** The message of the same chat that this one answers. */
    fatherMessage: bigint({ mode: 'number' }),
    /** The session of the sender. */
    sessionId: uuid(),
    /** [ENT-100] The original of a forwarded message. */
    offdata: jsonb().$type<OffData>(),
    /** Increases with every change. */
    revision: integer().notNull().default(0),
    editedAt: timestamp({ withTimezone: true }),
    /** Set for a message without content. */
    deleted: text().$type<ChatMessage['deleted'] & string>(),
    /** The number of people for each reaction, as the rows of chat_reaction have them. */
    reactions: jsonb().$type<Partial<Record<Reaction, number>>>().notNull().default({}),
    /** [ENT-099] Of a system message: the members, those added and those who left; of another message: the mentions. */
    detail: jsonb().$type<SystemDetail | MentionDetail>(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  t => [
    uniqueIndex('chat_message_once').on(t.groupId, t.fromAccountId, t.localMessageId),
    index('chat_message_group').on(t.groupId, t.id),
    // Indexes that find the messages, mentions and forwards of an account that asks to be forgotten.
    index('chat_message_sender').on(t.fromAccountId, t.groupId),
    index('chat_message_named').using('gin', t.detail.op('jsonb_path_ops')).where(sql`${t.detail} is not null`),
    index('chat_message_forwarded').on(sql`(${t.offdata} ->> 'fromuserid')`).where(sql`${t.offdata} is not null`),
  ],
)

/** The reactions to messages, one row for each person and emoji. */
export const chatReaction = pgTable(
  'chat_reaction',
  {
    messageId: bigint({ mode: 'number' })
      .notNull()
      .references(() => chatMessage.id, { onDelete: 'cascade' }),
    accountId: uuid()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    emoji: text().$type<Reaction>().notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [primaryKey({ columns: [t.messageId, t.accountId, t.emoji] }), index('chat_reaction_account').on(t.accountId)],
)
