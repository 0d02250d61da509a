import { bigint, index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { account } from '#features/account/server/tables.ts'
import type { CaptionLanguage } from '#features/caption/rules.ts'
import { pitch } from '#features/pitch/server/tables.ts'

/** What was said in a pitch, as it was last corrected. */
export const caption = pgTable(
  'caption',
  {
    pitchId: bigint({ mode: 'number' })
      .notNull()
      .references(() => pitch.id, { onDelete: 'cascade' }),
    /** The speaker's own id for it. */
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
  t => [primaryKey({ columns: [t.pitchId, t.id] }), index('caption_pitch').on(t.pitchId, t.seq)],
)

/** The language in which somebody reads the captions of a pitch. */
export const captionReader = pgTable(
  'caption_reader',
  {
    pitchId: bigint({ mode: 'number' })
      .notNull()
      .references(() => pitch.id, { onDelete: 'cascade' }),
    accountId: uuid()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    language: text().$type<CaptionLanguage>().notNull(),
  },
  t => [primaryKey({ columns: [t.pitchId, t.accountId] })],
)

/** A sentence in another language, under the hash of it and of the language that it was said in; once each. */
export const captionTranslation = pgTable(
  'caption_translation',
  {
    pitchId: bigint({ mode: 'number' })
      .notNull()
      .references(() => pitch.id, { onDelete: 'cascade' }),
    hash: text().notNull(),
    language: text().$type<CaptionLanguage>().notNull(),
    /** Null while somebody is at it. */
    text: text(),
    claimedAt: timestamp({ withTimezone: true }).notNull(),
  },
  t => [primaryKey({ columns: [t.pitchId, t.hash, t.language] })],
)
