import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { account } from '#features/core/account/server/tables.ts'
import type { PitchPart } from '#features/core/pitch/rules.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import type { RoomState } from '#features/room/room/parts.ts'

/** The room of a pitch: its last event number, and its state after that event. */
export const room = pgTable('room', {
  pitchId: bigint({ mode: 'number' })
    .primaryKey()
    .references(() => pitch.id, { onDelete: 'cascade' }),
  seq: bigint({ mode: 'number' }).notNull().default(0),
  state: jsonb().$type<Partial<RoomState>>().notNull(),
})

/** The events of a room, numbered without gaps. */
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
  t => [
    primaryKey({ columns: [t.pitchId, t.seq] }),
    // a snapshot has the last messages, which may be followed by many page changes
    index('room_event_message').on(t.pitchId, t.seq).where(sql`${t.type} = 'messageSent'`),
  ],
)

/** A server with connections. Without a heartbeat for a while it is dead, and its stays are over. */
export const roomServer = pgTable('room_server', {
  id: uuid().primaryKey(),
  seenAt: timestamp({ withTimezone: true }).notNull(),
})

/**
 * One stay of one person in a room; several connections of a person overlap into one stay. With several servers a
 * person may have one on each, so readers merge overlapping stays. An open stay lasts until the last heartbeat of its
 * server: a crash loses a few seconds, and keeping ten thousand stays open costs one row.
 */
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
    serverId: uuid().notNull(),
    /** The person's part when the stay began. */
    part: text().$type<PitchPart>().notNull(),
    joinedAt: timestamp({ withTimezone: true }).notNull(),
    leftAt: timestamp({ withTimezone: true }),
  },
  t => [
    index('attendance_pitch_account').on(t.pitchId, t.accountId),
    index('attendance_account').on(t.accountId, t.pitchId),
    index('attendance_open').on(t.pitchId, t.accountId).where(sql`${t.leftAt} is null`),
  ],
)

/** For how long a person had a page of the deck in view while the pitch was live. */
export const pageView = pgTable(
  'page_view',
  {
    pitchId: bigint({ mode: 'number' })
      .notNull()
      .references(() => pitch.id, { onDelete: 'cascade' }),
    accountId: uuid()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    /** The file of the deck; null for a pitch without one. */
    fileId: uuid(),
    /** From 1 within its file. */
    page: integer().notNull(),
    milliseconds: integer().notNull().default(0),
  },
  t => [unique('page_view_once').on(t.pitchId, t.accountId, t.fileId, t.page).nullsNotDistinct()],
)

/** For how long a person read a page of the deck by themselves, outside of the room: before the pitch, or after it. */
export const pageRead = pgTable(
  'page_read',
  {
    pitchId: bigint({ mode: 'number' })
      .notNull()
      .references(() => pitch.id, { onDelete: 'cascade' }),
    accountId: uuid()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    fileId: uuid().notNull(),
    /** From 1 within its file. */
    page: integer().notNull(),
    milliseconds: integer().notNull().default(0),
    /** When it was noted last. */
    lastAt: timestamp({ withTimezone: true }).notNull().default(sql`now()`),
  },
  t => [
    primaryKey({ columns: [t.pitchId, t.accountId, t.fileId, t.page] }),
    index('page_read_account').on(t.accountId),
  ],
)
