import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { accountTypes, investingExperiences, inviteKinds, policyTypes } from '#features/access/policy/rules.ts'
import { account } from '#features/core/account/server/tables.ts'
import { organisation } from '#features/core/organisation/server/tables.ts'

const at = () => timestamp({ withTimezone: true })
const language = () =>
  text({ enum: ['en', 'zh-Hans', 'zh-Hant'] })
    .notNull()
    .default('en')

/** Leave to open an account: of one person, whose mailbox has the link, or of as many as an open link allows. */
export const invitation = pgTable(
  'invitation',
  {
    id: uuid().primaryKey().defaultRandom(),
    organisationId: uuid()
      .notNull()
      .references(() => organisation.id),
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

/** A link of an invitation, kept as a hash. Each mail has its own; the newest is the one that works. */
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

/** Somebody who has asked for an account and has yet to open the link in their mailbox. No password is kept here. */
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
    /** Of the newest link, once it is mailed. */
    tokenHash: text().unique(),
    /** The links before it: whoever opens one is told that it has expired, and not that it never was. */
    formerHashes: text().array().notNull().default([]),
    expiresAt: at().notNull(),
    usedAt: at(),
    createdAt: at().notNull().defaultNow(),
  },
  t => [index('registration_request_email').on(t.email, t.kind), index('registration_request_created').on(t.createdAt)],
)

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

/** A text that an operator has put in place of ours, with the day that its files say. */
export const policyText = pgTable(
  'policy_text',
  {
    policyType: text({ enum: policyTypes }).notNull(),
    /** That day, and a part of the hash of the text in all its languages. */
    version: text().notNull(),
    /** The whole hash. */
    hash: text().notNull(),
    /** By language: what people agreed to can be shown long after the files have changed. */
    texts: jsonb().$type<Readonly<Record<string, string>>>().notNull(),
    seenAt: at().notNull(),
  },
  t => [primaryKey({ columns: [t.policyType, t.hash] })],
)

/** What an investor has said about themselves. */
export const investorProfile = pgTable('investor_profile', {
  accountId: uuid()
    .primaryKey()
    .references(() => account.id, { onDelete: 'cascade' }),
  investingExperience: text({ enum: investingExperiences }).notNull(),
  updatedAt: at().notNull().defaultNow(),
})

/** [ENT-079] An investor who never signs in: an entity, or a person whose affairs the owner looks after. */
export const noLoginInvestor = pgTable(
  'no_login_investor',
  {
    id: uuid().primaryKey().defaultRandom(),
    organisationId: uuid()
      .notNull()
      .references(() => organisation.id),
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

/** A partner's key: its links open the public pitches of the organisation. Kept as a hash. */
export const developerKey = pgTable(
  'developer_key',
  {
    id: uuid().primaryKey().defaultRandom(),
    organisationId: uuid()
      .notNull()
      .references(() => organisation.id),
    keyHash: text().notNull().unique(),
    /** Names the partner, in links and on the list of attendees. */
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
