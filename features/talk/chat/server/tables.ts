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
 * Those who talk together. Of a pitch there are one `room`, for everybody in it, at most one `team`, for those who run it,
 * one `friend` chat for any two people, and any number of groups that people make.
 */
export const chatGroup = pgTable(
  'chat_group',
  {
    id: uuid().primaryKey().defaultRandom(),
    pitchId: bigint({ mode: 'number' })
      .notNull()
      .references(() => pitch.id, { onDelete: 'cascade' }),
    kind: text().$type<GroupKind>().notNull(),
    /** Of a friend chat: both ids in their order, so that two people have one. */
    pair: text(),
    /** Empty: those in it give it its name. */
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

/** Who is in a chat; the room's chat has nobody here, because whoever may be in the room is in it. */
export const chatMember = pgTable(
  'chat_member',
  {
    groupId: uuid()
      .notNull()
      .references(() => chatGroup.id, { onDelete: 'cascade' }),
    accountId: uuid()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    /** The last message that was there before they were: they see what comes after it. */
    afterMessage: bigint({ mode: 'number' }).notNull().default(0),
    /** The last message that they have read. */
    readMessage: bigint({ mode: 'number' }).notNull().default(0),
  },
  t => [primaryKey({ columns: [t.groupId, t.accountId] }), index('chat_member_account').on(t.accountId)],
)

/** One message. `localMessageId` is the sender's own id for it and makes a repeated send harmless. */
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
    /** What the sender was in the pitch then; null for whoever attends. */
    fromPart: text().$type<HostPart>(),
    localMessageId: uuid().notNull(),
    type: integer().notNull(),
    content: text().notNull(),
    /** The message of the same chat that this one answers. */
    fatherMessage: bigint({ mode: 'number' }),
    /** The session that sent it. */
    sessionId: uuid(),
    /** [ENT-100] What a forwarded message forwards. */
    offdata: jsonb().$type<OffData>(),
    /** Counts up with every change. */
    revision: integer().notNull().default(0),
    editedAt: timestamp({ withTimezone: true }),
    /** Then its content is gone. */
    deleted: text().$type<ChatMessage['deleted'] & string>(),
    /** How many people reacted with each, as the rows of chat_reaction say. */
    reactions: jsonb().$type<Partial<Record<Reaction, number>>>().notNull().default({}),
    /** [ENT-099] Of a system message: who is in the chat, who was added, who left; of another one, who is mentioned. */
    detail: jsonb().$type<SystemDetail | MentionDetail>(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  t => [
    uniqueIndex('chat_message_once').on(t.groupId, t.fromAccountId, t.localMessageId),
    index('chat_message_group').on(t.groupId, t.id),
    // Whoever is forgotten is found in what they wrote, in what mentions them and in what was forwarded of theirs.
    index('chat_message_sender').on(t.fromAccountId, t.groupId),
    index('chat_message_named').using('gin', t.detail.op('jsonb_path_ops')).where(sql`${t.detail} is not null`),
    index('chat_message_forwarded').on(sql`(${t.offdata} ->> 'fromuserid')`).where(sql`${t.offdata} is not null`),
  ],
)

/** Who reacted to a message, and how: once each. */
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
