import { jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { account } from '#features/core/account/server/tables.ts'
import { policyTypes } from '#features/core/site/rules.ts'

const at = () => timestamp({ withTimezone: true })
/** [ENT-084] Who has agreed to which text, in which version, when and from where. */
export const policyAgreement = pgTable(
  'policy_agreement',
  {
    accountId: uuid()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    policyType: text({ enum: policyTypes }).notNull(),
    version: text().notNull(),
    filePath: text().notNull(),
    at: at().notNull(),
    ip: text().notNull(),
  },
  t => [primaryKey({ columns: [t.accountId, t.policyType, t.version] })],
)

/** A text that people are asked to agree to, and since when: ours, or an operator's with the day that its files say. */
export const policyText = pgTable(
  'policy_text',
  {
    policyType: text({ enum: policyTypes }).notNull(),
    /** The day of the text; of an operator's with a part of the hash of the text in all its languages. */
    version: text().notNull(),
    /** The whole hash; of ours its kind and version. */
    hash: text().notNull(),
    /** By language: what people agreed to can be shown long after the files have changed. Ours are in the program. */
    texts: jsonb().$type<Readonly<Record<string, string>>>().notNull(),
    seenAt: at().notNull(),
  },
  t => [primaryKey({ columns: [t.policyType, t.hash] })],
)
