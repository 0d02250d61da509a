import { bigint, boolean, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { account } from '#features/core/account/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { chatMessage } from '#features/talk/chat/server/tables.ts'
import type { QuestionState } from '#features/talk/question/rules.ts'

/** A question to the presenters: asked as such, or a forwarded message. */
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
    /** The asker's name in the room at the time. */
    fromName: text().notNull(),
    content: text().notNull(),
    /** Whether everyone may see the asker's name. */
    isNamed: boolean().notNull(),
    state: text().$type<QuestionState>().notNull().default('waiting'),
    /** The position among the waiting questions. */
    place: integer().notNull(),
    /** The id of the asker's browser, which makes a repeat harmless; null for a forwarded message. */
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
