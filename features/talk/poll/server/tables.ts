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

/** A question with options to the attendees of a pitch. */
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
    /** Whether everyone sees the counts. */
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

/** The vote of one person. In an anonymous poll it has no account. */
export const pollVote = pgTable(
  'poll_vote',
  {
    pollId: uuid()
      .notNull()
      .references(() => poll.id, { onDelete: 'cascade' }),
    /**
     * The account's id; in an anonymous poll a keyed hash of it, which cannot be reversed without the server's secret.
     */
    voter: text().notNull(),
    accountId: uuid().references(() => account.id, { onDelete: 'cascade' }),
    /** Indexes of options from 0, ascending. */
    choices: integer().array().notNull(),
    /** The vote was given in guest mode, so the name stays hidden. */
    asGuest: boolean().notNull().default(false),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  t => [primaryKey({ columns: [t.pollId, t.voter] })],
)
