import { bigint, boolean, index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { account } from '#features/core/account/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import type { CaptionLanguage } from '#features/talk/caption/rules.ts'

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
  // ids are made by those who speak, and nobody's takes the place of another one's
  t => [
    primaryKey({ columns: [t.pitchId, t.speakerId, t.id] }),
    index('caption_pitch').on(t.pitchId, t.seq),
    index('caption_said_by').on(t.speakerId, t.pitchId),
  ],
)

/** A window in which somebody reads the captions of a pitch, and in which language; null: as they were spoken. */
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

/** How what somebody says in a pitch is recognised by the server. */
export const captionSpeaker = pgTable(
  'caption_speaker',
  {
    pitchId: bigint({ mode: 'number' })
      .notNull()
      .references(() => pitch.id, { onDelete: 'cascade' }),
    accountId: uuid()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    /** The language that they speak; null: that of their account. */
    language: text().$type<CaptionLanguage>(),
    /** They do not want their words recognised. */
    isSilent: boolean().notNull().default(false),
  },
  t => [primaryKey({ columns: [t.pitchId, t.accountId] })],
)

/** A pitch of which everything said is kept as captions, also while nobody reads them. */
export const captionKeeping = pgTable('caption_keeping', {
  pitchId: bigint({ mode: 'number' })
    .primaryKey()
    .references(() => pitch.id, { onDelete: 'cascade' }),
})

/** The server that hears what is said in a pitch, and whether it can. One that has not been seen for a while is dead. */
export const captionHearing = pgTable('caption_hearing', {
  pitchId: bigint({ mode: 'number' })
    .primaryKey()
    .references(() => pitch.id, { onDelete: 'cascade' }),
  serverId: uuid().notNull(),
  seenAt: timestamp({ withTimezone: true }).notNull(),
  isHeard: boolean().notNull(),
})

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
