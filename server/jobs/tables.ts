import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Who runs jobs, and when they last said so: what a worker of a dead server held is given to another one. */
export const jobWorker = pgTable('job_worker', {
  id: text().primaryKey(),
  seenAt: timestamp({ withTimezone: true }).notNull(),
})
