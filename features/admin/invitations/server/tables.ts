import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { accountTypes } from '#features/admin/invitations/partnerCalls.ts'
import { account } from '#features/core/account/server/tables.ts'
import { ofOrganisation } from '#features/core/organisation/server/tables.ts'

const at = () => timestamp({ withTimezone: true })
/** [ENT-079] An investor without a sign-in: an entity, or a person whose affairs the owner manages. */
export const noLoginInvestor = pgTable(
  'no_login_investor',
  {
    id: uuid().primaryKey().defaultRandom(),
    organisationId: ofOrganisation(),
    accountType: text({ enum: accountTypes }).notNull(),
    firstname: text().notNull(),
    lastname: text().notNull(),
    ownerId: uuid()
      .notNull()
      .references(() => account.id),
    createdBy: uuid()
      .notNull()
      .references(() => account.id),
    createdAt: at().notNull().defaultNow(),
  },
  t => [
    index('no_login_investor_organisation').on(t.organisationId, t.createdAt),
    index('no_login_investor_owner').on(t.ownerId),
  ],
)

/** A partner's key: its links open the public pitches of the organization. Kept as a hash. */
export const developerKey = pgTable(
  'developer_key',
  {
    id: uuid().primaryKey().defaultRandom(),
    organisationId: ofOrganisation(),
    keyHash: text().notNull().unique(),
    /** Identifies the partner, in links and on the list of attendees. */
    tag: text().notNull(),
    createdBy: uuid()
      .notNull()
      .references(() => account.id),
    createdAt: at().notNull().defaultNow(),
    lastUsedAt: at(),
    revokedAt: at(),
  },
  t => [index('developer_key_organisation').on(t.organisationId, t.createdAt)],
)
