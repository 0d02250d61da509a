import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { Caller } from '#contract/call.ts'
import type { Language } from '#contract/fields.ts'
import { fullName } from '#contract/names.ts'
import { factor } from '#features/access/factor/server/tables.ts'
import type { Agreed } from '#features/access/policy/server/pending.ts'
import { agreementKey } from '#features/access/policy/server/queries.ts'
import { policyAgreement } from '#features/access/policy/server/tables.ts'
import { isIdle } from '#features/access/session/server/idleQueries.ts'
import { impersonationGoesOn } from '#features/access/session/server/impersonationQueries.ts'
import { session } from '#features/access/session/server/tables.ts'
import { ADMIN_FACTOR_DAYS, factorRoles } from '#features/core/account/factorRules.ts'
import { account } from '#features/core/account/server/tables.ts'
import { isWithinTerm } from '#features/core/account/server/term.ts'
import { organisation } from '#features/core/organisation/server/tables.ts'
import { pitch } from '#features/core/pitch/server/tables.ts'
import { rightNow } from '#server/clock.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { preparedOnce } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'

type Db = Database | Transaction

/**
 * [NAV-032, NAV-033] A password that was too old already when its owner signed in: one that gets too old during a pitch
 * ends no session. Never during an impersonation.
 */
const isPasswordExpired = () =>
  sql<boolean>`${session.kind} = 'session' and ${session.impersonatorId} is null and ${account.passwordHash} is not null
    and coalesce(coalesce(${account.passwordChangedAt}, ${account.createdAt})
      < ${session.createdAt} - make_interval(days => ${organisation.passwordMaxDays}), false)`

/** The same, or another person set the password. */
const mustChangePassword = () =>
  sql<boolean>`${isPasswordExpired()} or (${session.kind} = 'session' and ${session.impersonatorId} is null
    and ${account.promptResetPassword})`

/**
 * Whether an account has to set a factor: all accounts where the organization requires it, else those of people who
 * manage others. They have been asked for some days (`factorDueOf`), and are made to at a sign-in, never in the middle
 * of a pitch.
 */
const needsFactor = () =>
  sql<boolean>`${session.kind} = 'session' and ${session.impersonatorId} is null and ${factor.id} is null
    and (${organisation.enforceSecondFactor} or (${organisation.enforceAdminFactor}
      and ${account.roles} && ${sql.raw(`'{${factorRoles.join()}}'`)}::text[]
      and ${session.createdAt} >= ${account.createdAt} + make_interval(days => ${sql.raw(String(ADMIN_FACTOR_DAYS))})))`

/** What a person who signed in has agreed to. Null for a join session, and for a super admin who acts as them. */
const agreements = () =>
  sql<string[] | null>`case when ${session.kind} = 'session' and ${session.impersonatorId} is null then
    array(select ${agreementKey} from ${policyAgreement} where ${policyAgreement.accountId} = ${account.id}) end`

// Every call asks this first.
const sessionOf = preparedOnce((db: Db) =>
  db
    .select({
      sessionId: session.id,
      kind: session.kind,
      organisationId: session.organisationId,
      pitchId: session.pitchId,
      isPending: session.isPending,
      needsFactor: needsFactor(),
      mustChangePassword: mustChangePassword(),
      agreed: agreements(),
      signedInAt: session.createdAt,
      lastUsedAt: session.lastUsedAt,
      idles: session.idles,
      timeoutMinutes: organisation.sessionTimeoutMinutes,
      impersonatorId: session.impersonatorId,
      expiresAt: session.tokenExpiresAt,
      accountId: account.id,
      state: account.state,
      startsAt: account.startsAt,
      endsAt: account.endsAt,
      roles: account.roles,
      email: account.email,
      firstname: account.firstname,
      lastname: account.lastname,
      language: account.language,
      timezone: account.timezone,
    })
    .from(session)
    .innerJoin(account, eq(account.id, session.accountId))
    .innerJoin(organisation, eq(organisation.id, account.organisationId))
    .leftJoin(factor, and(eq(factor.accountId, account.id), factor.isPrimary))
    .where(and(eq(session.tokenHash, sql.placeholder('tokenHash')), isNull(session.endedAt), isNull(account.deletedAt)))
    .prepare('find_session'),
)

interface FoundSession extends Agreed {
  /** `mustAgree` is left to the caller, who knows the policies. */
  readonly actor: Actor
  readonly expiresAt: Date
  readonly lastUsedAt: Date
  /** It has ended for inactivity. */
  readonly isIdle: boolean
}

/**
 * The session of a token, with its person; undefined when it has ended, or when its person is disabled, deleted or out
 * of their term.
 */
export async function findSession(db: Db, tokenHash: string, now = rightNow()): Promise<FoundSession | undefined> {
  const [row] = await sessionOf(db).execute({ tokenHash })
  if (!row || row.state === 'disabled' || !isWithinTerm(row, now)) return undefined
  if (row.impersonatorId && !(await impersonationGoesOn(db, row.sessionId, now))) return undefined
  return {
    accountId: row.accountId,
    agreed: row.agreed ?? undefined,
    signedInAt: row.signedInAt,
    expiresAt: row.expiresAt,
    lastUsedAt: row.lastUsedAt,
    isIdle: isIdle(row, now),
    actor: {
      accountId: row.accountId,
      organisationId: row.organisationId,
      roles: row.kind === 'join' ? ['attendee'] : (row.roles as Caller[]),
      sessionId: row.sessionId,
      pitchId: row.pitchId ?? undefined,
      isPending: row.isPending,
      needsFactor: row.needsFactor,
      mustChangePassword: row.mustChangePassword,
      mustAgree: false,
      impersonatorId: row.impersonatorId ?? undefined,
      email: row.email,
      name: fullName(row),
      language: row.language as Language,
      timezone: row.timezone,
    },
  }
}

/** What the holder of a session is told of themselves. */
export async function findOwnSession(db: Db, sessionId: string) {
  const [row] = await db
    .select({
      account: getTableColumns(account),
      signedInAt: session.createdAt,
      organisationName: organisation.name,
      pitchUuid: pitch.uuid,
      primaryFactor: factor.kind,
      sessionTimeoutMinutes: organisation.sessionTimeoutMinutes,
      supportEmail: organisation.supportEmail,
      mobileAccess: organisation.mobileAccess,
      enforceAdminFactor: organisation.enforceAdminFactor,
      logo: organisation.logo,
      isPasswordExpired: isPasswordExpired(),
    })
    .from(session)
    .innerJoin(account, eq(account.id, session.accountId))
    .innerJoin(organisation, eq(organisation.id, session.organisationId))
    .leftJoin(pitch, eq(pitch.id, session.pitchId))
    .leftJoin(factor, and(eq(factor.accountId, account.id), factor.isPrimary))
    .where(eq(session.id, sessionId))
  return row
}

/** The person of an open session, for what carries the session's id instead of its token. */
export async function findActor(db: Db, sessionId: string): Promise<Actor | undefined> {
  const [row] = await db.select({ tokenHash: session.tokenHash }).from(session).where(eq(session.id, sessionId))
  const found = row && (await findSession(db, row.tokenHash))
  const actor = found?.isIdle ? undefined : found?.actor
  return actor?.isPending || actor?.needsFactor || actor?.mustChangePassword ? undefined : actor
}
