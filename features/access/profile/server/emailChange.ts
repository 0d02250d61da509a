import { CallFailed } from '#contract/call.ts'
import {
  codeIssuedAt,
  type Guess,
  guessCode,
  issueCode,
  useCode as takeCode,
} from '#features/access/factor/server/codes.ts'
import { prove } from '#features/access/factor/server/proof.ts'
import type { profileCalls } from '#features/access/profile/contract.ts'
import { endSessions } from '#features/access/session/server/endSessions.ts'
import { RESEND_SECONDS, UNDO_DAYS } from '#features/core/account/rules.ts'
import { isAddressTaken, lockOwn, writeUnique } from '#features/core/account/server/profileQueries.ts'
import { type AccountRow, findAccount, updateAccount } from '#features/core/account/server/queries.ts'
import { writeAudit } from '#features/core/audit/server/writeAudit.ts'
import { followAddress } from '#features/core/pitch/server/addressQueries.ts'
import { type MailContext, queueMail, refuseSuppressed } from '#features/notify/mail/server/queueMail.ts'
import { createNotice } from '#features/notify/notice/server/createNotice.ts'
import {
  type Context,
  type ContextOf,
  type Handler,
  inTransaction,
  opensTransactions,
  prepares,
} from '#server/context.ts'
import { countMailAsked } from '#server/limits.ts'
import { newToken } from '#server/tokens.ts'
import { type EmailChangeRow, forgetWaitingChange, insertChange, updateChange, waitingChange } from './changeQueries.ts'
import { personalInfo } from './personalInfo.ts'
import { addressTakenMail, emailChangedMail, emailCodeMail } from './profileEmails.ts'

/** [CALL-095, STATE-075] Every way in stays as it is until the code comes back. */
export const changeEmail: Handler<typeof profileCalls.changeEmail> = opensTransactions(async context => {
  const { actor, input, now, fail, frame } = context
  const { email: newEmail } = input
  await prove(context, await findAccount(frame.db, actor.accountId), input.current_pass)
  await inTransaction(frame, async ({ db, enqueue }) => {
    const person = await lockOwn(db, actor.accountId)
    if (newEmail === person.email) return fail('EmailIsYours')
    await forgetWaitingChange(db, person.id)
    await insertChange(db, { accountId: person.id, oldEmail: person.email, newEmail, requestedAt: now })
    await mailConfirmation({ ...context, db, enqueue }, person, { isOther: true })
    await createNotice(db, { accountIds: [person.id], kind: 'confirmEmail', params: { email: newEmail } })
    const detail = { to: newEmail }
    await writeAudit({ ...context, db }, { action: 'account.askEmailChange', subject: person.id, detail })
  })
  return personalInfo(frame.db, actor.accountId, now)
})

/** [CALL-094, STATE-077] The earlier code no longer works. */
export const resendEmail: Handler<typeof profileCalls.resendEmail> = async context => {
  const { db, actor, now } = context
  const person = await lockOwn(db, actor.accountId)
  await mailConfirmation(context, person)
  return personalInfo(db, person.id, now)
}

/** CALL-178, for the caller's own account only. */
export const sendConfirmationEmail: Handler<typeof profileCalls.sendConfirmationEmail> = async context => {
  await mailConfirmation(context, await lockOwn(context.db, context.actor.accountId))
  return {}
}

export const cancelEmailChange: Handler<typeof profileCalls.cancelEmailChange> = async context => {
  const { db, actor, now, fail } = context
  await lockOwn(db, actor.accountId)
  if (!(await forgetWaitingChange(db, actor.accountId))) return fail('NothingToConfirm')
  await writeAudit(context, { action: 'account.cancelEmailChange', subject: actor.accountId })
  return personalInfo(db, actor.accountId, now)
}

type Call = typeof profileCalls.confirmEmail
type Confirming = ContextOf<Call>

const codeFor = (subject: string, change: EmailChangeRow | undefined) =>
  ({ purpose: change ? 'changeEmail' : 'confirmEmail', subject }) as const

/** [CALL-096, STATE-076] */
export const confirmEmail = prepares<Call, Guess>(
  async ({ frame: { db }, actor, input: { code }, now }) =>
    guessCode(db, { ...codeFor(actor.accountId, await waitingChange(db, actor.accountId)), code, now }),
  async (context, guess) => {
    const { db, actor, now, fail } = context
    const person = await lockOwn(db, actor.accountId)
    const change = await waitingChange(db, person.id)
    if (!change && person.emailConfirmedAt) return fail('NothingToConfirm')
    if (!(await takeCode(db, codeFor(person.id, change), guess))) return fail('EmailCodeWrong')
    if (change) await moveTo(context, person, change)
    else await updateAccount(db, person.id, { emailConfirmedAt: now }, now)
    return personalInfo(db, person.id, now)
  },
)

/** Replaces the old address everywhere where people are known by theirs. */
async function moveTo(context: Confirming, person: AccountRow, change: EmailChangeRow): Promise<void> {
  const { db, actor, now, fail } = context
  const { newEmail, oldEmail } = change
  if (!(await writeUnique(db, person.id, { email: newEmail, emailConfirmedAt: now }, now))) fail('EmailExists')
  await followAddress(db, person.organisationId, { from: oldEmail, to: newEmail })
  const others = { accountId: person.id, kind: 'session', exceptSessionId: actor.sessionId } as const
  await endSessions(context, others, 'emailChanged')
  const undo = await mailChangeNotice(context, person, change)
  await updateChange(db, change.id, { confirmedAt: now, ...undo })
  const detail = { from: oldEmail, to: newEmail }
  await writeAudit(context, { action: 'account.changeEmail', subject: person.id, detail })
}

export type Mailing = MailContext & Pick<Context, 'now' | 'request'>

/**
 * Emails a person the code that proves their address: the new one, or the current one. Fails with NothingToConfirm when
 * neither waits, with AddressSuppressed when it would never arrive, and with TooManyRequests within a minute of the
 * last one, unless it goes to an address that was just given (`isOther`).
 */
export async function mailConfirmation(context: Mailing, person: AccountRow, { isOther = false } = {}): Promise<void> {
  const { db, now, frame, request } = context
  const change = await waitingChange(db, person.id)
  if (!change && person.emailConfirmedAt) throw new CallFailed('NothingToConfirm')
  const purpose = change ? 'changeEmail' : 'confirmEmail'
  const sentAt = await codeIssuedAt(db, { purpose, subject: person.id })
  if (!isOther && sentAt && sentAt.getTime() + RESEND_SECONDS * 1000 > now.getTime())
    throw new CallFailed('TooManyRequests')
  const recipient = change?.newEmail ?? person.email
  await refuseSuppressed(context, { ...person, email: recipient })
  await countMailAsked(frame, { ip: request.ip, to: recipient })
  // A code is made for an address of another account too, so that both cases look the same; it is never sent.
  const code = await issueCode(db, { purpose, subject: person.id }, now)
  const isTaken = change !== undefined && (await isAddressTaken(db, change.newEmail, person.id))
  const { firstname, language, organisationId } = person
  const url = `${frame.settings.publicUrl}/email/verify#${code}`
  const mail = isTaken
    ? addressTakenMail(language, { url: `${frame.settings.publicUrl}/forgot-username` })
    : emailCodeMail(language, { firstname, code, url, isChange: change !== undefined })
  const kind = isTaken ? 'addressTaken' : purpose
  const key = `${kind}:${person.id}:${now.getTime()}`
  await queueMail(context, { key, kind, organisationId, recipient, language, ...mail })
}

/**
 * Tells the old address of the change, with a link to undo it. Answers what the change has to remember of that link.
 */
export async function mailChangeNotice(
  context: Mailing,
  person: AccountRow,
  change: { oldEmail: string; newEmail: string },
): Promise<{ undoHash: string; undoUntil: Date }> {
  const { now, frame, request } = context
  const { token, hash } = newToken()
  const { firstname, language, organisationId, timezone } = person
  const url = `${frame.settings.publicUrl}/email/undo-change?link_code=${token}`
  const data = { firstname, newEmail: change.newEmail, at: now, timezone, ip: request.ip, url, days: UNDO_DAYS }
  await queueMail(context, {
    key: `emailChanged:${hash}`,
    kind: 'emailChanged',
    organisationId,
    recipient: change.oldEmail,
    language,
    ...emailChangedMail(language, data),
  })
  return { undoHash: hash, undoUntil: new Date(now.getTime() + UNDO_DAYS * 86_400_000) }
}
