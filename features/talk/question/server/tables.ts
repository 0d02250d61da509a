import { bigint, boolean, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { account } from '#features/core/account/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { chatMessage } from '#features/talk/chat/server/tables.ts'
import type { QuestionState } from '#features/talk/question/rules.ts'

/** A question to those who present: asked as one, or a message that was forwarded. */
export const question = pgTable(
  'question',
  {
    id: uuid().primaryKey().defaultRandom(),
    pitchId: bigint({ mode: 'number' })
      .notNull()
      .references(() => pitch.id, { onDelete: 'cascade' }),
    fromAccountId: uuid()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    /** As they were called in the room then. */
    fromName: text().notNull(),
    content: text().notNull(),
    /** Everybody may see who asked. */
    isNamed: boolean().notNull(),
    state: text().$type<QuestionState>().notNull().default('waiting'),
    /** Where it stands among those that wait. */
    place: integer().notNull(),
    /** The asker's own id, which makes a repeat harmless; of a forwarded message null. */
    localQuestionId: uuid(),
    messageId: bigint({ mode: 'number' }).references(() => chatMessage.id, { onDelete: 'set null' }),
    forwardedBy: uuid().references(() => account.id, { onDelete: 'set null' }),
    askedAt: timestamp({ withTimezone: true }).notNull(),
    changedAt: timestamp({ withTimezone: true }).notNull(),
  },
  t => [
    uniqueIndex('question_once').on(t.pitchId, t.fromAccountId, t.localQuestionId),
    uniqueIndex('question_message').on(t.messageId),
    index('question_pitch').on(t.pitchId, t.state, t.place),
    index('question_asker').on(t.fromAccountId, t.pitchId),
  ],
)
