import { sql } from 'drizzle-orm'
import {
  bigint,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { account } from '#features/core/account/server/tables.ts'
import type { WatchedPart } from '#features/results/replay/parts.ts'
import { audiences, filmStates, reviewResults } from '#features/results/replay/rules.ts'
import type { Span } from '#features/results/replay/spans.ts'
import { deckFile } from '#features/room/deck/server/tables.ts'
import { recording } from '#features/room/recording/server/tables.ts'

/** What was decided about a recording; no row before the first decision. */
export const recordingDecision = pgTable('recording_decision', {
  recordingId: uuid()
    .primaryKey()
    .references(() => recording.id, { onDelete: 'cascade' }),
  /** What its reviewer thinks of it, and why. */
  review: text({ enum: reviewResults }).notNull().default('unreviewed'),
  reason: text().notNull().default(''),
  reviewedAt: timestamp({ withTimezone: true }),
  /** Since when attendees may watch it; null: only those who manage its pitch may. */
  approvedAt: timestamp({ withTimezone: true }),
  /** When its viewers were first told of it, which happens once. */
  toldAt: timestamp({ withTimezone: true }),
  /** The part that attendees may watch, in seconds since the recording began; null: the one that its pitch's review names. */
  releasedFrom: doublePrecision(),
  releasedTo: doublePrecision(),
})

/** A time at which attendees hear nothing, in seconds since the recording began. */
export const recordingMute = pgTable(
  'recording_mute',
  {
    recordingId: uuid()
      .notNull()
      .references(() => recording.id, { onDelete: 'cascade' }),
    startsAt: doublePrecision().notNull(),
    endsAt: doublePrecision().notNull(),
  },
  t => [primaryKey({ columns: [t.recordingId, t.startsAt, t.endsAt] })],
)

/** A message of the chat that attendees do not see in the replay. The chat itself keeps it. */
export const recordingHiddenMessage = pgTable(
  'recording_hidden_message',
  {
    recordingId: uuid()
      .notNull()
      .references(() => recording.id, { onDelete: 'cascade' }),
    messageId: bigint({ mode: 'number' }).notNull(),
  },
  t => [primaryKey({ columns: [t.recordingId, t.messageId] })],
)

/** What a person has watched of a recording. */
export const recordingViewer = pgTable(
  'recording_viewer',
  {
    recordingId: uuid()
      .notNull()
      .references(() => recording.id, { onDelete: 'cascade' }),
    accountId: uuid()
      .notNull()
      .references(() => account.id),
    firstAt: timestamp({ withTimezone: true }).notNull().default(sql`now()`),
    lastAt: timestamp({ withTimezone: true }).notNull().default(sql`now()`),
    /** Seconds that were played, and the farthest place, in seconds since the recording began. */
    watched: doublePrecision().notNull().default(0),
    farthest: doublePrecision().notNull().default(0),
    /** Where they were last. */
    place: doublePrecision().notNull().default(0),
    /** Which seconds they have watched, and how often, if they do not manage the pitch; few at a time. */
    parts: jsonb().$type<readonly WatchedPart[]>().notNull().default([]),
  },
  t => [primaryKey({ columns: [t.recordingId, t.accountId] }), index('recording_viewer_account').on(t.accountId)],
)

/** When no one is heard in a recording; no row until that was looked for, nor any spans while it is to be tried again. */
export const recordingSilence = pgTable('recording_silence', {
  recordingId: uuid()
    .primaryKey()
    .references(() => recording.id, { onDelete: 'cascade' }),
  /** In seconds since the recording began, in their order. */
  spans: jsonb().$type<readonly Span[]>().notNull(),
  /** How often looking for them failed for want of something else than the sound, and when it is tried again; null: done. */
  failures: integer().notNull().default(0),
  againAt: timestamp({ withTimezone: true }),
})

/** One mp4 of a recording, and its sound alone, made in the background. */
export const recordingFilm = pgTable(
  'recording_film',
  {
    recordingId: uuid()
      .notNull()
      .references(() => recording.id, { onDelete: 'cascade' }),
    /** Of what it is made: what the team may watch, or attendees. */
    audience: text({ enum: audiences }).notNull(),
    /** Another one for each time that it is begun. */
    attempt: uuid().notNull(),
    state: text({ enum: filmStates }).notNull().default('waiting'),
    /** From 0 to 1, and the seconds that are left, as far as they can be known. */
    progress: doublePrecision().notNull().default(0),
    secondsLeft: integer(),
    /** Why it failed, as the program that makes it says. */
    reason: text().notNull().default(''),
    /** What it was made of: it is not served any more once that is something else. */
    made: text().notNull().default(''),
    bytes: doublePrecision().notNull().default(0),
    soundBytes: doublePrecision().notNull().default(0),
  },
  t => [primaryKey({ columns: [t.recordingId, t.audience] })],
)

/** The video that somebody attached to a pitch, and how far it is prepared for browsers. */
export const recordingVideo = pgTable('recording_video', {
  recordingId: uuid()
    .primaryKey()
    .references(() => recording.id, { onDelete: 'cascade' }),
  accountId: uuid()
    .notNull()
    .references(() => account.id),
  /** The name and the bytes of its file. */
  name: text().notNull(),
  size: bigint({ mode: 'number' }).notNull(),
  /** Another one for each time that it is begun. */
  attempt: uuid().notNull(),
  state: text({ enum: filmStates }).notNull().default('waiting'),
  progress: doublePrecision().notNull().default(0),
  secondsLeft: integer(),
  /** Why it failed, as the program says that prepares it. */
  reason: text().notNull().default(''),
})

/** A slide of the pitch from a moment of an attached video on, chosen by hand. */
export const recordingSlide = pgTable(
  'recording_slide',
  {
    recordingId: uuid()
      .notNull()
      .references(() => recording.id, { onDelete: 'cascade' }),
    startsAt: doublePrecision().notNull(),
    fileId: uuid()
      .notNull()
      .references(() => deckFile.id, { onDelete: 'cascade' }),
    /** The page in its file, from 1. */
    number: integer().notNull(),
  },
  t => [primaryKey({ columns: [t.recordingId, t.startsAt] })],
)
