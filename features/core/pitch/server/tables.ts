import { isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { currencies } from '#contract/currencies.ts'
import { account } from '#features/core/account/server/tables.ts'
import { ofOrganisation } from '#features/core/organisation/server/tables.ts'
import {
  approvals,
  disclosures,
  exemptions,
  type PitchDocument,
  pitchStates,
  recordingChoices,
  type TakenFile,
  totalChoices,
} from '#features/core/pitch/rules.ts'

/** A pitch: what it is, when, who presents, and where it stands. What happens while it is live is the room's. */
export const pitch = pgTable(
  'pitch',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    uuid: uuid().notNull().unique().defaultRandom(),
    organisationId: ofOrganisation(),
    /** The owner, who presents. */
    userId: uuid()
      .notNull()
      .references(() => account.id),
    presentationName: text().notNull(),
    presenterName: text().notNull(),
    startsAt: timestamp({ withTimezone: true }).notNull(),
    startZone: text().notNull(),
    endsAt: timestamp({ withTimezone: true }).notNull(),
    endZone: text().notNull(),
    about: text().notNull().default(''),
    aboutFile: jsonb().$type<PitchDocument>(),
    highlights: text().notNull().default(''),
    highlightsFile: jsonb().$type<PitchDocument>(),
    dealterms: text().notNull().default(''),
    dealtermsFile: jsonb().$type<PitchDocument>(),
    keywords: text().notNull().default(''),
    productType: text().notNull().default(''),
    companyName: text().notNull().default(''),
    companyLogo: text(),
    /**
     * The company that it presents, whose texts it took over and may have changed since; no longer that when it is
     * purged.
     */
    companyId: uuid(),
    /** Its name on documents, as of when it was taken over. */
    companyLegalName: text().notNull().default(''),
    /** Which of the company's files were taken over. */
    companyFiles: jsonb().$type<Partial<Record<'logo' | 'about' | 'highlights', TakenFile>>>(),
    /** Who may know the company before the start, and what everyone else gets instead of its name and texts. */
    companyDisclosure: text({ enum: disclosures }).notNull().default('everybody'),
    obfuscatedCompanyName: text().notNull().default(''),
    obfuscatedDescription: text().notNull().default(''),
    /** [ENT-022] Whether the documents beside the texts are for attendees too. */
    attachPdfs: boolean().notNull().default(true),
    /** Email addresses, lower case. */
    coHosts: text().array().notNull().default([]),
    moderators: text().array().notNull().default([]),
    isPublic: boolean().notNull().default(false),
    /** Whether invitations show the first slide. */
    mailSlide: boolean().notNull().default(false),
    noFile: boolean().notNull().default(false),
    showQuestion: boolean().notNull().default(false),
    enforceAccredit: boolean().notNull().default(false),
    /** By which exemption the offering is made; needed where accreditation is enforced. */
    exemption: text({ enum: exemptions }).notNull().default(''),
    sendLater: boolean().notNull().default(false),
    /** It stands first on the dashboard of the people who may attend it. */
    spotlight: boolean().notNull().default(false),
    /** [ISO 4217] Of every amount of the pitch. */
    currency: text({ enum: currencies }).notNull().default('USD'),
    /** What is asked in all, and the least that one may commit, in minor units. */
    askedMinor: bigint({ mode: 'bigint' }),
    minimumMinor: bigint({ mode: 'bigint' }),
    /** The series of an SPV whose seats its commitments take. It has no foreign key, because the table is large. */
    seriesId: uuid(),
    /** Until when commitments are taken. */
    commitUntil: timestamp({ withTimezone: true }),
    /** Who sees in the room what all commitments are together. */
    commitTotal: text({ enum: totalChoices }).notNull().default('host'),
    /** Whether it is recorded. A rehearsal never is. */
    recording: text({ enum: recordingChoices }).notNull().default('not'),
    /** Each viewer’s own name lies over the slides and the replay. */
    watermark: boolean().notNull().default(false),
    /**
     * The words spoken in its recording are kept as text (mp4_to_text_flag): what is said is recognized while it is
     * recorded, also without readers of captions, and its replay has captions, a search through them, and files of them.
     */
    transcript: boolean().notNull().default(true),
    /** Where its review stands. */
    approval: text({ enum: approvals }).notNull().default('none'),
    /** The released part of its recording, in seconds from its start. */
    auditStart: integer(),
    auditEnd: integer(),
    isLocked: boolean().notNull().default(false),
    /** The sequence number of the pitch's calendar entry: grows with every change of time or place. */
    calendarSequence: integer().notNull().default(0),
    state: text({ enum: pitchStates }).notNull(),
    /** Of a rehearsal: the pitch that is rehearsed. It has a row for its room alone, and stands in no list. */
    rehearsalOf: bigint({ mode: 'number' }).references((): AnyPgColumn => pitch.id, { onDelete: 'cascade' }),
    realStartAt: timestamp({ withTimezone: true }),
    realEndAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    deletedAt: timestamp({ withTimezone: true }),
    /** What a search looks through. */
    search: text()
      .notNull()
      .generatedAlwaysAs(
        (): SQL =>
          sql`lower(${pitch.presentationName} || ' ' || ${pitch.presenterName} || ' ' || ${pitch.companyName})`,
      ),
  },
  // Every way to sort a list has its index, of one organization and for the super admin of all: a page is read, not sorted.
  t => [
    index('pitch_organisation_starts').on(t.organisationId, t.startsAt, t.id).where(isNull(t.deletedAt)),
    index('pitch_organisation_state_starts').on(t.organisationId, t.state, t.startsAt, t.id).where(isNull(t.deletedAt)),
    index('pitch_organisation_name')
      .on(t.organisationId, sql`lower(${t.presentationName})`, t.id)
      .where(isNull(t.deletedAt)),
    index('pitch_organisation_created').on(t.organisationId, t.createdAt, t.id).where(isNull(t.deletedAt)),
    index('pitch_organisation_waiting')
      .on(t.organisationId, t.startsAt, t.id, t.endsAt)
      .where(sql`${t.deletedAt} is null and ${t.state} in ('draft', 'scheduled', 'delivered')`),
    index('pitch_starts').on(t.startsAt, t.id).where(isNull(t.deletedAt)),
    index('pitch_owner_starts').on(t.userId, t.startsAt),
    index('pitch_co_hosts').using('gin', t.coHosts),
    index('pitch_moderators').using('gin', t.moderators),
    // A pitch has one rehearsal at a time, also of two racing requests.
    uniqueIndex('pitch_rehearsal').on(t.rehearsalOf).where(sql`${t.state} = 'inProgress'`),
    index('pitch_company').on(t.companyId, t.startsAt).where(isNotNull(t.companyId)),
    index('pitch_series').on(t.seriesId).where(isNotNull(t.seriesId)),
    index('pitch_logo').on(t.companyLogo).where(isNotNull(t.companyLogo)),
  ],
)

/** A legal hold on the recordings of a pitch: while it is open, nothing removes them. Released ones stay as its history. */
export const pitchHold = pgTable(
  'pitch_hold',
  {
    id: uuid().primaryKey().defaultRandom(),
    organisationId: ofOrganisation(),
    pitchId: bigint({ mode: 'number' })
      .notNull()
      .references(() => pitch.id, { onDelete: 'cascade' }),
    reason: text().notNull(),
    placedBy: uuid()
      .notNull()
      .references(() => account.id),
    placedAt: timestamp({ withTimezone: true }).notNull(),
    releasedBy: uuid().references(() => account.id),
    releasedAt: timestamp({ withTimezone: true }),
    releaseReason: text().notNull().default(''),
  },
  t => [
    // of two that are placed at the same moment one counts
    uniqueIndex('pitch_hold_open').on(t.pitchId).where(sql`${t.releasedAt} is null`),
    index('pitch_hold_pitch').on(t.pitchId, t.placedAt),
  ],
)
