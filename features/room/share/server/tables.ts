import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { session } from '#features/access/session/server/tables.ts'
import { account } from '#features/core/account/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import type { ShareDevice } from '#features/room/media/rules.ts'

/** A share of a screen: acquired, running or ended. Links and keys of second devices are stored as hashes. */
export const screenShare = pgTable(
  'screen_share',
  {
    id: uuid().primaryKey().defaultRandom(),
    pitchId: bigint({ mode: 'number' })
      .notNull()
      .references(() => pitch.id, { onDelete: 'cascade' }),
    accountId: uuid()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    /** The session that made it; when it ends, a second device loses its rights. */
    sessionId: uuid().references(() => session.id, { onDelete: 'set null' }),
    device: text().$type<ShareDevice>().notNull(),
    linkHash: text().unique(),
    linkExpiresAt: timestamp({ withTimezone: true }),
    /** The key of the device that opened the link. */
    keyHash: text().unique(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    startedAt: timestamp({ withTimezone: true }),
    endedAt: timestamp({ withTimezone: true }),
  },
  t => [
    index('screen_share_pitch').on(t.pitchId, t.startedAt),
    // one at a time, also when two people start at the same moment
    uniqueIndex('screen_share_running').on(t.pitchId).where(sql`${t.startedAt} is not null and ${t.endedAt} is null`),
  ],
)
