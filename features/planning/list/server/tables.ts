import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { account } from '#features/core/account/server/tables.ts'
import { ofOrganisation } from '#features/core/organisation/server/tables.ts'
import type { Dynamic } from '#features/planning/list/contract.ts'
import { listTypes } from '#features/planning/list/rules.ts'

/** [ENT-069] A named set of people. */
export const contactList = pgTable(
  'contact_list',
  {
    id: uuid().primaryKey().defaultRandom(),
    organisationId: ofOrganisation(),
    /** Null once the owner was deleted for good: admins look after it then. */
    ownerId: uuid().references(() => account.id),
    name: text().notNull(),
    description: text().notNull().default(''),
    type: text({ enum: listTypes }).notNull(),
    shared: boolean().notNull().default(false),
    /** Whom a dynamic list finds. */
    dynamic: jsonb().$type<Dynamic>(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    deletedAt: timestamp({ withTimezone: true }),
  },
  t => [
    // an organization's lists may have one name twice: nobody learns what others call their own
    uniqueIndex('contact_list_name').on(t.ownerId, sql`lower(${t.name})`).where(sql`${t.deletedAt} is null`),
    index('contact_list_organisation').on(t.organisationId),
  ],
)

/** A person of a static list. */
export const contactListMember = pgTable(
  'contact_list_member',
  {
    id: uuid().primaryKey().defaultRandom(),
    listId: uuid()
      .notNull()
      .references(() => contactList.id, { onDelete: 'cascade' }),
    organisationId: ofOrganisation(),
    /** Their account of this organization, whose name and address count then; null for a mere contact. */
    accountId: uuid().references(() => account.id, { onDelete: 'cascade' }),
    /** As they were added; the address in lower case. */
    email: text().notNull(),
    firstname: text().notNull().default(''),
    lastname: text().notNull().default(''),
    /** The form of the address in which two spellings of one mailbox are equal. */
    address: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /**
     * What is known of them today, by which a list is sorted, searched and counted without a look at each account. Triggers
     * keep it (migration 0023), in the transaction in which the account changes; nobody else writes these columns.
     */
    knownEmail: text().notNull().default(''),
    knownFirstname: text().notNull().default(''),
    knownLastname: text().notNull().default(''),
    search: text().notNull().default(''),
    /** [NAV-014] Who sees them: everybody, those who see all users, or nobody while the account is deleted. */
    shownTo: text({ enum: ['everybody', 'admins', 'nobody'] })
      .notNull()
      .default('everybody'),
  },
  t => [
    uniqueIndex('contact_list_member_address').on(t.listId, t.address),
    index('contact_list_member_account').on(t.accountId),
    index('contact_list_member_email').on(t.email),
    index('contact_list_member_shown').on(t.listId, t.shownTo),
    // one for each way to sort; with all that a deep page reads of the people before it
    index('contact_list_member_by_email').on(t.listId, t.knownEmail, t.id, t.shownTo),
    index('contact_list_member_by_name').on(
      t.listId,
      sql`lower(${t.knownFirstname})`,
      sql`lower(${t.knownLastname})`,
      t.id,
      t.knownFirstname,
      t.knownLastname,
      t.shownTo,
    ),
  ],
)
