import { type AccountRow, noteSignIn } from '#features/account/server/queries.ts'
import { writeAudit } from '#features/audit/server/writeAudit.ts'
import type { Context } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { type OpenedSession, openSession } from './openSession.ts'
import { insertLoginLog } from './queries.ts'

/** How somebody has proved who they are. */
export type WayIn = 'password' | 'registration' | 'linkedin' | 'google' | 'facebook' | 'wechat'

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
 * Opens a session for somebody who has proved who they are. Every way into the console ends here, so that none passes
 * by the second step. The caller has made sure that the account may enter (`refusalOf`), and sets the cookies.
 */
export async function admit(db: Transaction, context: Request, admission: Admission): Promise<OpenedSession> {
  const { person } = admission
  const opened = await openSession(db, {
    accountId: person.id,
    organisationId: person.organisationId,
    ip: context.request.ip,
    userAgent: context.request.userAgent,
    now: context.now,
  })
  await noteEntry(db, context, admission, opened.sessionId)
  return opened
}

/** What is written once nothing more is asked of somebody who signs in (STATE-107). */
export async function noteEntry(
  db: Transaction,
  { request, now }: Request,
  { person, way, username, newHash }: Admission,
  sessionId: string,
): Promise<void> {
  await noteSignIn(db, person.id, now, newHash)
  const owner = { accountId: person.id, organisationId: person.organisationId }
  await insertLoginLog(db, { ...owner, username, description: 'signedIn', ip: request.ip, at: now })
  await writeAudit({ db, actor: owner, request }, { action: 'session.signIn', subject: sessionId, detail: { way } })
}
