import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** The servers' workers and when they last reported: jobs of a dead server's worker are given to another one. */
export const jobWorker = pgTable('job_worker', {
  id: text().primaryKey(),
  seenAt: timestamp({ withTimezone: true }).notNull(),
})
