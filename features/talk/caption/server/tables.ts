import { bigint, boolean, index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { account } from '#features/core/account/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import type { CaptionLanguage } from '#features/talk/caption/rules.ts'

/** The captions of a pitch, in their last correction. */
export const caption = pgTable(
  'caption',
  {
    pitchId: bigint({ mode: 'number' })
      .notNull()
      .references(() => pitch.id, { onDelete: 'cascade' }),
    /** The id of the speaker's browser. */
    id: uuid().notNull(),
    seq: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    speakerId: uuid()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    speakerName: text().notNull(),
    language: text().$type<CaptionLanguage>().notNull(),
    text: text().notNull(),
    startedAt: timestamp({ withTimezone: true }).notNull(),
    endedAt: timestamp({ withTimezone: true }).notNull(),
  },
  // the ids come from speakers' browsers, so they are unique for each speaker only
  t => [
    primaryKey({ columns: [t.pitchId, t.speakerId, t.id] }),
    index('caption_pitch').on(t.pitchId, t.seq),
    index('caption_said_by').on(t.speakerId, t.pitchId),
  ],
)

/** A window in which a person reads the captions of a pitch, and in which language; null: as spoken. */
export const captionReader = pgTable(
  'caption_reader',
  {
    pitchId: bigint({ mode: 'number' })
      .notNull()
      .references(() => pitch.id, { onDelete: 'cascade' }),
    accountId: uuid()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    window: uuid().notNull(),
    language: text().$type<CaptionLanguage>(),
    saidAt: timestamp({ withTimezone: true }).notNull(),
  },
  t => [primaryKey({ columns: [t.pitchId, t.accountId, t.window] })],
)

/** How the server recognizes the speech of a person in a pitch. */
export const captionSpeaker = pgTable(
  'caption_speaker',
  {
    pitchId: bigint({ mode: 'number' })
      .notNull()
      .references(() => pitch.id, { onDelete: 'cascade' }),
    accountId: uuid()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    /** The speaker's language; null: that of their account. */
    language: text().$type<CaptionLanguage>(),
    /** The speaker does not want to be recognized. */
    isSilent: boolean().notNull().default(false),
  },
  t => [primaryKey({ columns: [t.pitchId, t.accountId] })],
)

/** A pitch that keeps captions of all speech, even without readers. */
export const captionKeeping = pgTable('caption_keeping', {
  pitchId: bigint({ mode: 'number' })
    .primaryKey()
    .references(() => pitch.id, { onDelete: 'cascade' }),
})

/** The server that recognizes the speech of a pitch, and whether it can. A claim that is not renewed expires. */
export const captionHearing = pgTable('caption_hearing', {
  pitchId: bigint({ mode: 'number' })
    .primaryKey()
    .references(() => pitch.id, { onDelete: 'cascade' }),
  serverId: uuid().notNull(),
  seenAt: timestamp({ withTimezone: true }).notNull(),
  isHeard: boolean().notNull(),
})

/** A translated sentence, by the hash of its words and its source language. */
export const captionTranslation = pgTable(
  'caption_translation',
  {
    pitchId: bigint({ mode: 'number' })
      .notNull()
      .references(() => pitch.id, { onDelete: 'cascade' }),
    hash: text().notNull(),
    language: text().$type<CaptionLanguage>().notNull(),
    /** Null while it is being translated. */
    text: text(),
    claimedAt: timestamp({ withTimezone: true }).notNull(),
  },
  t => [primaryKey({ columns: [t.pitchId, t.hash, t.language] })],
)
