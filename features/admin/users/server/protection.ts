import { randomUUID } from 'node:crypto'
import { tellOfChange } from '#features/access/factor/server/changed.ts'
import {
  CODE_MINUTES,
  forgetCode,
  type Guess,
  guessCode,
  isCodeOpen,
  issueCode,
  useCode,
} from '#features/access/factor/server/codes.ts'
import { prove } from '#features/access/factor/server/proof.ts'
import { deleteAllFactors, findFactorOfKind, listFactors } from '#features/access/factor/server/queries.ts'
import { listQuestions, replaceQuestions } from '#features/access/factor/server/questionQueries.ts'
import { sendCode } from '#features/access/factor/server/sendCode.ts'
import { forgetDevices } from '#features/access/factor/server/stepQueries.ts'
import { endSessions } from '#features/access/session/server/endSessions.ts'
import type { usersCalls } from '#features/admin/users/contract.ts'
import { brokenCodeRule, REASON_LEAST } from '#features/core/account/factorRules.ts'
import { mobileNumber } from '#features/core/account/mobile.ts'
import { mayManage } from '#features/core/account/rules.ts'
import { type AccountRow, findAccount, lockAccount } from '#features/core/account/server/queries.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { refuseSuppressed } from '#features/notify/mail/server/queueMail.ts'
import { type Handler, inTransaction, opensTransactions, prepares } from '#server/context.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Actor } from '#server/frame.ts'
import { countMailAsked } from '#server/limits.ts'
import { maskEmail, maskMobile } from '#server/masks.ts'

export const getFactorsByAdmin: Handler<typeof usersCalls.getFactorsByAdmin> = async context => {
  const { db, input, actor, fail } = context
  const person = await managedAccount(db, actor, input.user_id, fail)
  const mobile = await findMobile(db, person)
  return {
    factors: (await listFactors(db, person.id)).length,
    questions: (await listQuestions(db, person.id)).length,
    email: maskEmail(person.email),
    mobile: mobile ? maskMobile(mobile) : '',
  }
}

/** The code opens nothing: it only shows that the person on the phone receives the account's mail or texts. */
export const sendCodeByAdmin: Handler<typeof usersCalls.sendCodeByAdmin> = async context => {
  const { db, input, actor, frame, request, fail } = context
  const person = await managedAccount(db, actor, input.user_id, fail)
  const mobile = input.factor === 'sms' ? await findMobile(db, person) : undefined
  if (input.factor === 'sms' && !mobile) return fail('FactorNotFound')
  if (!mobile) await refuseSuppressed(context, person)
  await countMailAsked(frame, { ip: request.ip, to: mobile ?? person.email })
  const sentTo = await sendCode(context, {
    person,
    for: { purpose: 'checkPerson', subject: checkSubject({ personId: person.id, adminId: actor.accountId }) },
    reason: 'checkPerson',
    mobile,
    by: actor.name || actor.email,
  })
  const { organisationId, id: subject } = person
  const detail = { by: input.factor }
  await writeAudit(context, { action: 'factor.sendCheck', subject, organisationId, detail })
  return { sent_to: sentTo, minutes: CODE_MINUTES }
}

type Call = typeof usersCalls.validateCodeByAdmin
const codeFor = (personId: string, adminId: string) =>
  ({ purpose: 'checkPerson', subject: checkSubject({ personId, adminId }) }) as const

export const validateCodeByAdmin = prepares<Call, Guess>(
  async ({ frame, input: { user_id, code }, actor, now }) =>
    brokenCodeRule(code) ? undefined : guessCode(frame.db, { ...codeFor(user_id, actor.accountId), code, now }),
  async (context, guess) => {
    const { db, input, actor, now, fail } = context
    const broken = brokenCodeRule(input.code)
    if (broken) return fail(broken)
    const { id: subject, organisationId } = await managedAccount(db, actor, input.user_id, fail)
    if (!(await useCode(db, codeFor(subject, actor.accountId), guess))) return fail('CodeWrong')
    await notePersonCheck(db, { personId: subject, adminId: actor.accountId }, now)
    await writeAudit(context, { action: 'factor.checkPerson', subject, organisationId })
    return {}
  },
)

/** Ends all sessions of the account, because an intruder may have asked for the reset. */
export const clearFactorsByAdmin: Handler<typeof usersCalls.clearFactorsByAdmin> = async context => {
  const { db, input, actor, now, fail } = context
  if (input.user_id === actor.accountId) return fail('NoPermission')
  const person = await managedAccount(db, actor, input.user_id, fail)
  const by = (await takePersonCheck(db, { personId: person.id, adminId: actor.accountId }, now)) ? 'code' : 'reason'
  const reason = input.reason?.trim() ?? ''
  if (by === 'reason' && reason.length < REASON_LEAST) return fail('PersonNotChecked')
  const count = await deleteAllFactors(db, person.id)
  await endSessions(context, { accountId: person.id, kind: 'session' }, 'byAdmin')
  const audit = { action: 'factor.clear', detail: { count, by, ...(reason ? { reason } : {}) } }
  await tellOfChange(context, person, 'clearedByAdmin', randomUUID(), audit)
  return {}
}

type Clear = typeof usersCalls.clearSecurityQuestions

/** The caller's own after a proof; another user's by their admin. */
export const clearSecurityQuestions: Handler<Clear> = opensTransactions(async context => {
  const { input, actor, frame, fail } = context
  const isOwn = input.user_id === undefined || input.user_id === actor.accountId
  if (isOwn) await prove(context, await findAccount(frame.db, actor.accountId), input.current_pass)
  await inTransaction(frame, async work => {
    const { db } = work
    const person = isOwn
      ? await findAccount(db, actor.accountId)
      : await managedAccount(db, actor, input.user_id ?? '', fail)
    if ((await replaceQuestions(db, person.id, [])) === 0) return
    await forgetDevices(db, person.id)
    const audit = { action: 'factor.clearQuestions' }
    await tellOfChange({ ...context, ...work }, person, 'questionsCleared', randomUUID(), audit)
  })
  return {}
})

/** A user within the fence whom the actor may manage, locked. Fails with UserNotFound and NoPermission. */
export async function managedAccount(
  db: Transaction,
  actor: Actor,
  id: string,
  fail: (code: 'UserNotFound' | 'NoPermission') => never,
): Promise<AccountRow> {
  // callers who manage no users do not learn which accounts exist
  if (!mayManage(actor.roles, [])) return fail('NoPermission')
  const person = await lockAccount(db, actor, id)
  if (!person) return fail('UserNotFound')
  return mayManage(actor.roles, person.roles) ? person : fail('NoPermission')
}

/** The number that a user has confirmed as a factor, else the one of their profile. */
export async function findMobile(db: Database | Transaction, person: AccountRow): Promise<string | undefined> {
  const confirmed = await findFactorOfKind(db, person.id, 'sms')
  return confirmed?.mobile ?? mobileNumber(person.mobile ?? '')
}

/** A user, and the admin who helps them. */
interface Between {
  readonly personId: string
  readonly adminId: string
}

/** A code that one admin requested is not valid for another. */
export const checkSubject = ({ personId, adminId }: Between): string => `${personId} ${adminId}`

const checked = (between: Between) => ({ purpose: 'personChecked', subject: checkSubject(between) }) as const

/** Notes that an admin has identified the caller. It is valid for ten minutes, as a code is. */
export async function notePersonCheck(db: Transaction, between: Between, now: Date): Promise<void> {
  // this code is never shown: its existence is the proof
  await issueCode(db, checked(between), now)
}

/** Whether the check was within the last ten minutes; it counts for one act. */
export async function takePersonCheck(db: Transaction, between: Between, now: Date): Promise<boolean> {
  return (await isCodeOpen(db, checked(between), now)) && (await forgetCode(db, checked(between)))
}
