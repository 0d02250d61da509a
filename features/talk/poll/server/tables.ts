import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { account } from '#features/core/account/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { pollStates } from '#features/talk/poll/rules.ts'

/** A question with options, asked of those who attend a pitch. */
export const poll = pgTable(
  'poll',
  {
    id: uuid().primaryKey().defaultRandom(),
    pitchId: bigint({ mode: 'number' })
      .notNull()
      .references(() => pitch.id, { onDelete: 'cascade' }),
    question: text().notNull(),
    options: text().array().notNull(),
    isMultiple: boolean().notNull(),
    isAnonymous: boolean().notNull(),
    state: text({ enum: pollStates }).notNull().default('draft'),
    /** Everybody sees, or may see, the numbers. */
    isShown: boolean().notNull().default(false),
    madeBy: uuid().references(() => account.id, { onDelete: 'set null' }),
    madeAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    openedAt: timestamp({ withTimezone: true }),
    closedAt: timestamp({ withTimezone: true }),
  },
  t => [
    index('poll_pitch').on(t.pitchId, t.madeAt),
    uniqueIndex('poll_only_open').on(t.pitchId).where(sql`${t.state} = 'open'`),
  ],
)

/** One person's vote. Of an anonymous poll the row has no person, only what tells that they have voted. */
export const pollVote = pgTable(
  'poll_vote',
  {
    pollId: uuid()
      .notNull()
      .references(() => poll.id, { onDelete: 'cascade' }),
    /** The account's id; of an anonymous poll a seal over it, which nobody reads back without the server's secret. */
    voter: text().notNull(),
    accountId: uuid().references(() => account.id, { onDelete: 'cascade' }),
    /** Places of options, from 0, in their order. */
    choices: integer().array().notNull(),
    /** It was given in guest mode: the name stays unsaid. */
    asGuest: boolean().notNull().default(false),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  t => [primaryKey({ columns: [t.pollId, t.voter] })],
)
