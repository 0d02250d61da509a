import { boolean, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** A picture in the storage. Its owner is the row that has its key. */
export const picture = pgTable(
  'picture',
  {
    /** `pictures/…` and 128 random bits: the same in the storage and below `/webapi/`. */
    key: text().primaryKey(),
    /** Whether a row uses it; an unused one is removed a little later. */
    isKept: boolean().notNull().default(false),
    changedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [index('picture_kept_changed').on(t.isKept, t.changedAt)],
)
