import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { investingExperiences, inviteKinds } from '#features/access/registration/rules.ts'
import { account } from '#features/core/account/server/tables.ts'
import { ofOrganisation } from '#features/core/organisation/server/tables.ts'

const at = () => timestamp({ withTimezone: true })
const language = () =>
  text({ enum: ['en', 'zh-Hans', 'zh-Hant'] })
    .notNull()
    .default('en')

/** Permission to open an account: of one person, whose mailbox has the link, or of as many as an open link allows. */
export const invitation = pgTable(
  'invitation',
  {
    id: uuid().primaryKey().defaultRandom(),
    organisationId: ofOrganisation(),
    kind: text({ enum: inviteKinds }).notNull(),
    role: text().notNull(),
    /** Lower case; empty of an open link. */
    email: text(),
    firstname: text().notNull().default(''),
    lastname: text().notNull().default(''),
    companyName: text().notNull().default(''),
    /** Where the person's files will be shared. */
    sharefileFolderId: text().notNull().default(''),
    language: language(),
    maxUses: integer().notNull().default(1),
    uses: integer().notNull().default(0),
    /** Of the newest link. */
    expiresAt: at().notNull(),
    disabledAt: at(),
    deletedAt: at(),
    createdBy: uuid()
      .notNull()
      .references(() => account.id),
    createdAt: at().notNull().defaultNow(),
  },
  t => [
    index('invitation_organisation').on(t.organisationId, t.kind, t.createdAt),
    // One invitation that still counts for each person and kind, however many ask at once.
    uniqueIndex('invitation_email_unique')
      .on(t.organisationId, t.kind, t.email)
      .where(sql`${t.deletedAt} is null and ${t.email} is not null`),
  ],
)

/** A link of an invitation, kept as a hash. Each email has its own; the newest is the one that works. */
export const invitationLink = pgTable(
  'invitation_link',
  {
    codeHash: text().primaryKey(),
    invitationId: uuid()
      .notNull()
      .references(() => invitation.id, { onDelete: 'cascade' }),
    expiresAt: at().notNull(),
    createdAt: at().notNull().defaultNow(),
  },
  t => [index('invitation_link_invitation').on(t.invitationId)],
)

/** A request for an account, until the link in the mailbox is opened. No password is kept here. */
export const registrationRequest = pgTable(
  'registration_request',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text({ enum: ['account', 'investor'] }).notNull(),
    /** Lower case. */
    email: text().notNull(),
    firstname: text().notNull(),
    lastname: text().notNull(),
    username: text(),
    companyName: text().notNull().default(''),
    investingExperience: text({ enum: investingExperiences }),
    language: language(),
    timezone: text().notNull(),
    /** Of the newest link, once it is emailed. */
    tokenHash: text().unique(),
    /** The earlier links, so that opening one answers that it has expired, and not that it never existed. */
    formerHashes: text().array().notNull().default([]),
    expiresAt: at().notNull(),
    usedAt: at(),
    createdAt: at().notNull().defaultNow(),
  },
  t => [index('registration_request_email').on(t.email, t.kind), index('registration_request_created').on(t.createdAt)],
)

/** What an investor has said about themselves. */
export const investorProfile = pgTable('investor_profile', {
  accountId: uuid()
    .primaryKey()
    .references(() => account.id, { onDelete: 'cascade' }),
  investingExperience: text({ enum: investingExperiences }).notNull(),
  updatedAt: at().notNull().defaultNow(),
})
