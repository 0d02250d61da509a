import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { account } from '#features/core/account/server/tables.ts'
import { ofOrganisation } from '#features/core/organisation/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import {
  type DeckFailure,
  type DeckNote,
  deckStatuses,
  deckTypes,
  type PageFinding,
} from '#features/room/deck/rules.ts'

/** A file of a pitch; without a pitch, only its uploader sees it. */
export const deckFile = pgTable(
  'deck_file',
  {
    id: uuid().primaryKey().defaultRandom(),
    organisationId: ofOrganisation(),
    pitchId: bigint({ mode: 'number' }).references(() => pitch.id, { onDelete: 'cascade' }),
    uploadedBy: uuid()
      .notNull()
      .references(() => account.id),
    name: text().notNull(),
    type: text({ enum: deckTypes }).notNull(),
    /** Bytes. */
    size: bigint({ mode: 'number' }).notNull(),
    position: integer().notNull().default(0),
    /** What keeps a file that has no pitch yet, and shows it to pitch admins: the id of a draft. */
    heldFor: uuid(),
    status: text({ enum: deckStatuses }).notNull().default('waiting'),
    failure: text().$type<DeckFailure>(),
    notes: text().array().$type<DeckNote[]>().notNull().default([]),
    /** Null until the pages are counted. */
    pages: integer(),
    /** The run that may write pages now, and its last sign of life. */
    run: uuid(),
    runSeenAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    deletedAt: timestamp({ withTimezone: true }),
  },
  t => [
    // [RULE-054] of two racing uploads the database accepts one
    uniqueIndex('deck_file_name_unique').on(t.pitchId, sql`lower(${t.name})`).where(sql`${t.deletedAt} is null`),
    index('deck_file_unattached').on(t.createdAt).where(sql`${t.pitchId} is null`),
    index('deck_file_unfinished').on(t.runSeenAt).where(sql`${t.status} in ('waiting', 'converting')`),
  ],
)

/** A page that is ready to be shown. */
export const deckPage = pgTable(
  'deck_page',
  {
    fileId: uuid()
      .notNull()
      .references(() => deckFile.id, { onDelete: 'cascade' }),
    /** Within its file, from 1. */
    number: integer().notNull(),
    /** Identifies the page in addresses: 128 random bits. */
    key: text().notNull().unique(),
    /** Pixels of the largest picture. */
    width: integer().notNull(),
    height: integer().notNull(),
    text: text().notNull(),
    /** The speaker notes, for presenters only. */
    notes: text().notNull().default(''),
    /** For the pitch's managers only. */
    findings: jsonb().$type<PageFinding[]>().notNull().default([]),
  },
  t => [uniqueIndex('deck_page_number_unique').on(t.fileId, t.number)],
)

/** A resumable upload, its account, and the file that it became. */
export const deckUpload = pgTable(
  'deck_upload',
  {
    id: text().primaryKey(),
    organisationId: ofOrganisation(),
    accountId: uuid()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    fileId: uuid().references(() => deckFile.id, { onDelete: 'cascade' }),
    /** The id under which a complete file that is no deck waits for its use. */
    waitsAs: uuid(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [index('deck_upload_account').on(t.accountId, t.createdAt), index('deck_upload_created').on(t.createdAt)],
)

/** An address at which one account may download a file for a while, stored as a hash. */
export const deckLocation = pgTable('deck_location', {
  keyHash: text().primaryKey(),
  fileId: uuid()
    .notNull()
    .references(() => deckFile.id, { onDelete: 'cascade' }),
  accountId: uuid()
    .notNull()
    .references(() => account.id, { onDelete: 'cascade' }),
  expiresAt: timestamp({ withTimezone: true }).notNull(),
})
