import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { account } from '#features/core/account/server/tables.ts'
import { ofOrganisation } from '#features/core/organisation/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import type { TrackSource } from '#features/room/media/rules.ts'

/** The recording of one run of a pitch, or a video that was attached to it. Its clock begins with it. */
export const recording = pgTable(
  'recording',
  {
    id: uuid().primaryKey().defaultRandom(),
    organisationId: ofOrganisation(),
    pitchId: bigint({ mode: 'number' })
      .notNull()
      .references(() => pitch.id, { onDelete: 'cascade' }),
    startedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** When its pitch ended. */
    endedAt: timestamp({ withTimezone: true }),
    /** When all that was recorded was in the storage. */
    readyAt: timestamp({ withTimezone: true }),
    /** The server that records it, and its last sign of life. */
    serverId: uuid(),
    seenAt: timestamp({ withTimezone: true }),
    /** Until when all that should be recorded was, besides its gaps. */
    coveredUntil: timestamp({ withTimezone: true }).notNull().defaultNow(),
    deletedAt: timestamp({ withTimezone: true }),
    /** A video that was attached to the pitch: its clock begins with the video, and no server records it. */
    isAttached: boolean().notNull().default(false),
    /** When the retention of its organization removes it, as its people were warned; null before the warning. */
    dueAt: timestamp({ withTimezone: true }),
    /** When the retention of its organization removed it: this row alone is left, and it cannot be restored. */
    expiredAt: timestamp({ withTimezone: true }),
  },
  t => [
    uniqueIndex('recording_going').on(t.pitchId).where(sql`${t.endedAt} is null`),
    index('recording_pitch').on(t.pitchId, t.startedAt),
    index('recording_organisation').on(t.organisationId, t.startedAt),
    index('recording_open').on(t.id).where(sql`${t.readyAt} is null`),
  ],
)

/** Everything that one person sends of one kind. */
export const recordingLine = pgTable(
  'recording_line',
  {
    id: uuid().primaryKey().defaultRandom(),
    recordingId: uuid()
      .notNull()
      .references(() => recording.id, { onDelete: 'cascade' }),
    accountId: uuid()
      .notNull()
      .references(() => account.id),
    source: text().$type<TrackSource>().notNull(),
  },
  t => [
    unique('recording_line_once').on(t.recordingId, t.accountId, t.source),
    index('recording_line_account').on(t.accountId),
  ],
)

/** What browsers need before the segments that name it. */
export const recordingHead = pgTable(
  'recording_head',
  {
    lineId: uuid()
      .notNull()
      .references(() => recordingLine.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    /** As playlists name the coding. */
    codecs: text().notNull(),
  },
  t => [primaryKey({ columns: [t.lineId, t.number] })],
)

/** A few seconds of a line, in seconds since the recording began. */
export const recordingSegment = pgTable(
  'recording_segment',
  {
    lineId: uuid()
      .notNull()
      .references(() => recordingLine.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    head: integer().notNull(),
    startsAt: doublePrecision().notNull(),
    seconds: doublePrecision().notNull(),
    bytes: integer().notNull(),
  },
  t => [primaryKey({ columns: [t.lineId, t.number] })],
)

/** A time that should have been recorded and was not, in seconds since the recording began. */
export const recordingGap = pgTable(
  'recording_gap',
  {
    recordingId: uuid()
      .notNull()
      .references(() => recording.id, { onDelete: 'cascade' }),
    startsAt: doublePrecision().notNull(),
    endsAt: doublePrecision().notNull(),
  },
  t => [primaryKey({ columns: [t.recordingId, t.startsAt] })],
)

/** Who agreed to be recorded in a pitch, or did not, when, and by which words. The last answer counts. */
export const recordingConsent = pgTable(
  'recording_consent',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    pitchId: bigint({ mode: 'number' })
      .notNull()
      .references(() => pitch.id, { onDelete: 'cascade' }),
    accountId: uuid()
      .notNull()
      .references(() => account.id),
    agrees: boolean().notNull(),
    /** The version of the words, and the language in which they were read. */
    words: integer().notNull(),
    language: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  t => [index('recording_consent_of').on(t.pitchId, t.accountId, t.id)],
)
