import { CallFailed, type Role } from '#contract/call.ts'
import { callers } from '#contract/declare.ts'
import type { LoginOutcome } from '#features/access/session/contract.ts'
import { setSessionCookies } from '#features/access/session/server/cookies.ts'
import { insertLoginLog } from '#features/access/session/server/loginLogQueries.ts'
import type { OpenedSession } from '#features/access/session/server/openSession.ts'
import type { signInCalls } from '#features/access/signIn/contract.ts'
import { hashPassword, isOutdated, isPassword } from '#features/core/account/server/passwords.ts'
import { lockPasswordHash } from '#features/core/account/server/profileQueries.ts'
import { type AccountRow, findAccount, findAccountByName, noteSignIn } from '#features/core/account/server/queries.ts'
import { isWithinTerm } from '#features/core/account/server/term.ts'
import { type Handler, type OutsideOf, opensTransactions } from '#server/context.ts'
import { countAttempt } from '#server/limits.ts'
import { admit } from './admit.ts'
import { renewSession } from './renewSession.ts'

type SignIn = OutsideOf<typeof signInCalls.signIn>

/**
 * Signs in with a name and a password, or renews with a refresh token. It opens its transactions itself: comparing a
 * password must hold no connection, and what is written about a failed attempt must outlive the failure.
 */
export const signIn: Handler<typeof signInCalls.signIn> = opensTransactions(async context => {
  const opened = await (context.input.grant_type === 'password' ? signInByPassword(context) : renewSession(context))
  setSessionCookies(context, opened)
  return {
    access_token: opened.accessToken,
    refresh_token: opened.refreshToken ?? '',
    token_type: 'Bearer' as const,
    expires_in: opened.expiresIn,
  }
})

async function signInByPassword({ input, frame, request, now, fail }: SignIn): Promise<OpenedSession> {
  const { username, password } = input
  if (!username || !password) throw new CallFailed('InputInvalid', missing({ username, password }))
  const log = (description: LoginOutcome, person?: AccountRow) =>
    insertLoginLog(frame.db, { ...ownerOf(person), username, description, ip: request.ip, at: now })

  const person = await findAccountByName(frame.db, username)
  // by the account, which may have several names; a name without an account counts as it was typed
  const counted = { ip: request.ip, name: person?.id ?? username }
  const attempt = await countAttempt(frame, counted, () => log('TooManyRequests'))
  const refused = refusal(person, await isPassword(person?.passwordHash, password), now)
  if (refused || !person) {
    await log(refused ?? 'WrongNameOrPassword', person)
    return fail(refused ?? 'WrongNameOrPassword')
  }
  await attempt.succeeded()
  const newHash = isOutdated(person.passwordHash ?? '') ? await hashPassword(password) : undefined
  const opened = await frame.db.transaction(async db => {
    // A password that was changed while it was being compared opens nothing, nor does it come back by its new hash.
    if ((await lockPasswordHash(db, person.id)) !== person.passwordHash) return undefined
    return admit(db, { request, now }, { person, way: 'password', username, newHash })
  })
  if (opened) return opened
  await log('WrongNameOrPassword', person)
  return fail('WrongNameOrPassword')
}

type Refusal = Exclude<LoginOutcome, 'signedIn' | 'TooManyRequests'>

/**
 * Why a person may not enter by a password. An account without one answers like an unknown name, so that the answer
 * does not tell who has an account. "Forgot password" emails them the link to set their first.
 */
function refusal(person: AccountRow | undefined, isRight: boolean, now: Date): Refusal | undefined {
  if (!person || !isRight) return 'WrongNameOrPassword'
  return refusalOf(person, now) ?? (isTemporaryOver(person, now) ? 'TemporaryPasswordExpired' : undefined)
}

/** A temporary password that has expired: only a link to its owner's mailbox helps now. */
const isTemporaryOver = ({ promptResetPassword, temporaryPasswordUntil: until }: AccountRow, now: Date): boolean =>
  promptResetPassword && until !== null && until <= now

/**
 * Why a person who has proved their identity may not enter [ERR-006 to ERR-009]; undefined when they may. Never
 * answered without the proof.
 */
export function refusalOf(
  person: AccountRow,
  now: Date,
): Exclude<Refusal, 'WrongNameOrPassword' | 'TemporaryPasswordExpired'> | undefined {
  if (person.state === 'disabled' || person.roles.includes('disabled')) return 'AccountNotEnabled'
  // [ENT-037]
  if (!isWithinTerm(person, now)) return 'AccountNotEnabled'
  if (person.state !== 'active') return 'AccountNotActivated'
  const mayEnter = person.roles.some(role => (callers.people as readonly Role[]).includes(role as Role))
  return mayEnter ? undefined : 'NoPermission'
}

const ownerOf = (person: AccountRow | undefined) => ({
  accountId: person?.id ?? null,
  organisationId: person?.organisationId ?? null,
})

const missing = (fields: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value ? [] : [[name, 'required']])))

/** `admit` notes every sign-in already, so a stranger's word is worth nothing here; the own one does no harm. */
export const updateLastLogin: Handler<typeof signInCalls.updateLastLogin> = async ({ db, actor, input, now }) => {
  if (!actor || actor.impersonatorId || actor.pitchId !== undefined) return {}
  const { username, email } = await findAccount(db, actor.accountId)
  const named = input.username.toLowerCase()
  if (named === username?.toLowerCase() || named === email) await noteSignIn(db, actor.accountId, now)
  return {}
}
