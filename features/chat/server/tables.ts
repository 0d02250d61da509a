import { bigint, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { account } from '#features/account/server/tables.ts'
import { pitch } from '#features/pitch/server/tables.ts'

/** A group that talks; every pitch has one for everybody in its room. */
export const chatGroup = pgTable('chat_group', {
  id: uuid().primaryKey().defaultRandom(),
  pitchId: bigint({ mode: 'number' })
    .notNull()
    .unique()
    .references(() => pitch.id, { onDelete: 'cascade' }),
  name: text().notNull(),
})

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
    localMessageId: uuid().notNull(),
    type: integer().notNull(),
    content: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  t => [
    uniqueIndex('chat_message_once').on(t.groupId, t.fromAccountId, t.localMessageId),
    index('chat_message_group').on(t.groupId, t.id),
  ],
)
