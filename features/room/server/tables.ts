import { bigint, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { account } from '#features/account/server/tables.ts'
import { pitch } from '#features/pitch/server/tables.ts'
import type { RoomState } from '#features/room/events.ts'

/** The room of a pitch: its last event number, and the state that all events up to it add up to. */
export const room = pgTable('room', {
  pitchId: bigint({ mode: 'number' })
    .primaryKey()
    .references(() => pitch.id, { onDelete: 'cascade' }),
  seq: bigint({ mode: 'number' }).notNull().default(0),
  state: jsonb().$type<RoomState>().notNull(),
})

/** What happened in a room, numbered without gaps. */
export const roomEvent = pgTable(
  'room_event',
  {
    pitchId: bigint({ mode: 'number' })
      .notNull()
      .references(() => pitch.id, { onDelete: 'cascade' }),
    seq: bigint({ mode: 'number' }).notNull(),
    type: text().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    byAccountId: uuid(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [primaryKey({ columns: [t.pitchId, t.seq] })],
)

/** One stay of one person in a room; several connections of a person overlap into one stay. */
export const attendance = pgTable(
  'attendance',
  {
    id: uuid().primaryKey().defaultRandom(),
    pitchId: bigint({ mode: 'number' })
      .notNull()
      .references(() => pitch.id, { onDelete: 'cascade' }),
    accountId: uuid()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    joinedAt: timestamp({ withTimezone: true }).notNull(),
    /** Kept up while the person is here, so that a crash loses at most one interval. */
    seenAt: timestamp({ withTimezone: true }).notNull(),
    leftAt: timestamp({ withTimezone: true }),
  },
  t => [index('attendance_pitch_account').on(t.pitchId, t.accountId)],
)

/** Seconds for which a person had a page of the deck in view. */
export const pageView = pgTable(
  'page_view',
  {
    pitchId: bigint({ mode: 'number' })
      .notNull()
      .references(() => pitch.id, { onDelete: 'cascade' }),
    accountId: uuid()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    page: integer().notNull(),
    seconds: integer().notNull().default(0),
  },
  t => [primaryKey({ columns: [t.pitchId, t.accountId, t.page] })],
)
