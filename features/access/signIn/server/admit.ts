import { isRemembered } from '#features/access/factor/server/devices.ts'
import { findPrimaryFactor } from '#features/access/factor/server/queries.ts'
import { insertPendingEntry, takePendingEntry } from '#features/access/factor/server/stepQueries.ts'
import { insertLoginLog } from '#features/access/session/server/loginLogQueries.ts'
import {
  ACCESS_LIFE,
  type OpenedSession,
  openSession,
  REFRESH_LIFE,
} from '#features/access/session/server/openSession.ts'
import { openPendingSession } from '#features/access/session/server/queries.ts'
import { type AccountRow, findAccount, noteSignIn, updateAccount } from '#features/core/account/server/queries.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import type { Context } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { newToken } from '#server/tokens.ts'

/** How a person has proved their identity. */
export type WayIn = 'password' | 'registration' | 'linkedin' | 'google' | 'facebook' | 'wechat'

/** The proof of the second step. */
export type StepBy = 'email' | 'sms' | 'app' | 'passkey' | 'recovery' | 'questions' | 'device'

export interface Admission {
  readonly person: AccountRow
  readonly way: WayIn
  /** For the login log: as it was typed, or the address by which a provider knows the person. */
  readonly username: string
  /** The password's hash at today's cost, when the stored one is outdated. */
  readonly newHash?: string | undefined
}

type Request = Pick<Context, 'request' | 'now'>

/**
 * Opens a session for a person who has proved who they are. Every way into the console ends here, so that none passes
 * by the second step. A person with a second factor gets a session that is pending: it may do nothing but the second
 * step, and nothing is written about a sign-in yet (STATE-108). The caller has made sure that the account may enter
 * (`refusalOf`), and sets the cookies.
 */
export async function admit(db: Transaction, context: Request, admission: Admission): Promise<OpenedSession> {
  const { person, way, username, newHash } = admission
  const hasFactor = (await findPrimaryFactor(db, person.id)) !== undefined
  const remembered = hasFactor && (await isRemembered(db, context, person))
  const isPending = hasFactor && !remembered
  const opened = await openSession(db, {
    accountId: person.id,
    organisationId: person.organisationId,
    ip: context.request.ip,
    userAgent: context.request.userAgent,
    now: context.now,
    idles: context.request.isBrowser,
    isPending,
  })
  if (newHash) await updateAccount(db, person.id, { passwordHash: newHash }, context.now)
  if (isPending) await insertPendingEntry(db, { sessionId: opened.sessionId, way, username })
  else await noteEntry(db, context, admission, opened.sessionId, remembered ? 'device' : undefined)
  return opened
}

/**
 * Opens a pending session permanently, in the transaction that used the code up. It gets new tokens, whose cookies the
 * caller sets. Undefined when there is nothing pending (any longer): of two racing requests, for one.
 */
export async function finishEntry(
  db: Transaction,
  context: Request,
  sessionId: string,
  step: StepBy,
): Promise<OpenedSession | undefined> {
  const { now } = context
  const access = newToken()
  const refresh = newToken()
  const expiresAt = new Date(now.getTime() + ACCESS_LIFE)
  const row = await openPendingSession(db, sessionId, now, {
    tokenHash: access.hash,
    tokenExpiresAt: expiresAt,
    refreshHash: refresh.hash,
    refreshExpiresAt: new Date(now.getTime() + REFRESH_LIFE),
  })
  if (!row) return undefined
  const { way, username } = await takePendingEntry(db, sessionId)
  const person = await findAccount(db, row.accountId)
  await noteEntry(db, context, { person, way: way as WayIn, username }, sessionId, step)
  const tokens = { accessToken: access.token, refreshToken: refresh.token }
  return { sessionId, expiresAt, expiresIn: ACCESS_LIFE / 1000, ...tokens }
}

/** What is written when a sign-in is complete (STATE-107). */
async function noteEntry(
  db: Transaction,
  { request, now }: Request,
  { person, way, username }: Admission,
  sessionId: string,
  step: StepBy | undefined,
): Promise<void> {
  await noteSignIn(db, person.id, now)
  const owner = { accountId: person.id, organisationId: person.organisationId }
  await insertLoginLog(db, { ...owner, username, description: 'signedIn', ip: request.ip, at: now })
  const detail = step ? { way, step } : { way }
  await writeAudit({ db, actor: owner, request }, { action: 'session.signIn', subject: sessionId, detail })
}
