import { bigint, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { account } from '#features/core/account/server/tables.ts'
import { ofOrganisation } from '#features/core/organisation/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { decisions } from '#features/planning/approval/contract.ts'
import type { Snapshot } from './snapshot.ts'

/** A decision about a pitch, with what the reviewer saw. */
export const pitchReview = pgTable(
  'pitch_review',
  {
    id: uuid().primaryKey().defaultRandom(),
    pitchId: bigint({ mode: 'number' })
      .notNull()
      .references(() => pitch.id, { onDelete: 'cascade' }),
    organisationId: ofOrganisation(),
    action: text({ enum: decisions }).notNull(),
    reason: text().notNull().default(''),
    accountId: uuid()
      .notNull()
      .references(() => account.id),
    snapshot: jsonb().$type<Snapshot>().notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [index('pitch_review_pitch').on(t.pitchId, t.at)],
)
