import { CallFailed } from '#contract/call.ts'
import type { Language } from '#contract/fields.ts'
import { currentVersions, type PolicyVersions } from '#features/access/policy/server/policyTexts.ts'
import { agreeToAll } from '#features/access/policy/server/queries.ts'
import { freeUsername } from '#features/access/recovery/server/activation.ts'
import type { InvestingExperience } from '#features/access/registration/rules.ts'
import { setSessionCookies } from '#features/access/session/server/cookies.ts'
import { admit } from '#features/access/signIn/server/admit.ts'
import { brokenUsernameRules } from '#features/core/account/rules.ts'
import { refusedPassword } from '#features/core/account/server/passwordCheck.ts'
import { hashPassword } from '#features/core/account/server/passwords.ts'
import {
  type AccountRow,
  findAccountByEmail,
  insertAccount,
  promoteInvited,
  refuseOverLimit,
} from '#features/core/account/server/queries.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import type { Context } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Frame } from '#server/frame.ts'
import { saveInvestingExperience } from './requestQueries.ts'

export type Registering = Pick<Context, 'frame' | 'now' | 'request'>

/** A person who opens an account, and what they entered. `email` in lower case. */
export interface Newcomer {
  readonly email: string
  readonly firstname: string
  readonly lastname: string
  /** One is made from the address when it is left out. */
  readonly username?: string | undefined
  readonly password: string
  readonly companyName?: string
  readonly position?: string
  readonly location?: string
  readonly linkedinProfileUrl?: string
  readonly language: Language
  readonly timezone: string
  readonly investingExperience?: InvestingExperience | undefined
}

/** What permits a registration. */
export interface Ground {
  /**
   * Counts what has to be counted even when the registration fails, and answers what proves the mailbox in the
   * transaction that opens the account, or fails.
   */
  readonly prove: () => Promise<(db: Transaction) => Promise<void>>
  /**
   * Where the account belongs and what it may do; `known` is the account of a person who was only invited to pitches so
   * far.
   */
  readonly place: (db: Transaction, known: AccountRow | undefined) => Promise<{ organisationId: string; role: string }>
  /** What follows once the account is there. */
  readonly opened?: (db: Transaction, accountId: string) => Promise<void>
  /** For the audit log. */
  readonly detail: Readonly<Record<string, unknown>>
}

/** [SCREEN-042] Registration needs the agreement to the texts of today. */
export async function refuseUnagreed(
  frame: Frame,
  given: { terms_version: string; privacy_version: string },
): Promise<void> {
  const { terms_of_service, privacy_policy } = await currentVersions(frame)
  if (given.terms_version !== terms_of_service || given.privacy_version !== privacy_policy)
    throw new CallFailed('PolicyNotAgreed')
}

/** Fails with UsernameNotAllowed; one that is left out is made later. */
export function refuseUsername(username: string | undefined): void {
  const [broken] = username ? brokenUsernameRules(username) : []
  if (broken) throw new CallFailed('UsernameNotAllowed', { username: broken })
}

/**
 * Opens an account and signs its owner in. Hashing a password must hold no connection, so callers open no transaction.
 * Fails with UsernameNotAllowed, PasswordNotAllowed, UserExists (the username is taken), EmailExists, UserLimitReached,
 * and with whatever the ground fails with.
 */
export async function openAccount(context: Registering, newcomer: Newcomer, ground: Ground) {
  const { username, password } = newcomer
  refuseUsername(username)
  const broken = await refusedPassword(password, { ...newcomer, username: username ?? null })
  if (broken) throw new CallFailed('PasswordNotAllowed', { password: broken })
  const passwordHash = await hashPassword(password)
  const versions = await currentVersions(context.frame)
  const prove = await ground.prove()
  const opened = await context.frame.db.transaction(async db => {
    await prove(db)
    const person = await writeAccount(context, db, newcomer, passwordHash, ground)
    await noteRegistration(context, db, person, { newcomer, ground, versions })
    await ground.opened?.(db, person.id)
    const username = person.username ?? person.email
    return { person, ...(await admit(db, context, { person, way: 'registration', username })) }
  })
  setSessionCookies(context, opened)
  return {
    user_id: opened.person.id,
    username: opened.person.username ?? '',
    access_token: opened.accessToken,
    refresh_token: opened.refreshToken ?? '',
    expires_in: opened.expiresIn,
  }
}

/** A new account, or the one of a person who was only invited to pitches so far. */
async function writeAccount(
  { now }: Registering,
  db: Transaction,
  newcomer: Newcomer,
  passwordHash: string,
  ground: Ground,
): Promise<AccountRow> {
  const { email, firstname, lastname, language, timezone } = newcomer
  const { linkedinProfileUrl } = newcomer
  // A username or an address may be taken between the look and the write; then one has to look again.
  for (let attempt = 0; attempt < 20; attempt++) {
    const known = await findAccountByEmail(db, email)
    if (known && (known.deletedAt || known.state !== 'invited')) throw new CallFailed('EmailExists')
    const { organisationId, role } = await ground.place(db, known)
    await refuseOverLimit(db, organisationId)
    const username = newcomer.username || (await freeUsername(db, email))
    // what an invited person has said at a door, such as their company, stays unless they say otherwise
    const said = (field: 'companyName' | 'position' | 'location') => newcomer[field] || known?.[field] || ''
    const work = { companyName: said('companyName'), position: said('position'), location: said('location') }
    const about = { firstname, lastname, ...work, language, timezone }
    const way = { passwordHash, passwordChangedAt: now, emailConfirmedAt: now, state: 'active' as const, roles: [role] }
    const values = { ...about, ...way, organisationId, username, updatedAt: now }
    const all = { ...values, ...(linkedinProfileUrl ? { linkedinProfileUrl } : {}) }
    const written = known
      ? await promoteInvited(db, email, all, undefined)
      : await insertAccount(db, { ...all, email, createdAt: now })
    if (written) return written
    if (newcomer.username && (await findAccountByEmail(db, email))?.state === known?.state)
      throw new CallFailed('UserExists', { username: 'UserExists' })
  }
  throw new Error('twenty user names were taken one after the other')
}

/** What is written beside the account: what was agreed to, what was said, who opened it. */
async function noteRegistration(
  { now, request }: Registering,
  db: Transaction,
  { id: accountId, organisationId, roles }: AccountRow,
  { newcomer, ground, versions }: { newcomer: Newcomer; ground: Ground; versions: PolicyVersions },
): Promise<void> {
  const { investingExperience } = newcomer
  await agreeToAll(db, versions, { accountId, at: now, ip: request.ip })
  if (investingExperience) await saveInvestingExperience(db, accountId, investingExperience, now)
  const actor = { accountId, organisationId }
  const deed = { action: 'account.register', subject: accountId, detail: { ...ground.detail, roles } }
  await writeAudit({ db, actor, request }, deed)
}
