import type { Language } from '#contract/fields.ts'
import { CODE_MINUTES, issueCode } from '#features/access/factor/server/codes.ts'
import { INVITE_DAYS } from '#features/access/registration/rules.ts'
import { findAccountByEmail } from '#features/core/account/server/queries.ts'
import { type MailContext, queueMail } from '#features/notify/mail/server/queueMail.ts'
import { rightNow } from '#server/clock.ts'
import type { Frame } from '#server/frame.ts'
import { addJob, type JobHandlers } from '#server/jobs/jobs.ts'
import { newToken } from '#server/tokens.ts'
import { activationMail, codeMail } from './emails.ts'
import { findInvitationByCode, stateOf } from './invitationQueries.ts'
import { daysFrom } from './inviteLinks.ts'
import { mayRegister } from './openRegistration.ts'
import { findOpenRequest, forgetRequests, giveRequestLink, lockRequest } from './requestQueries.ts'

export interface Verification {
  readonly email: string
  readonly type: 'register' | 'investor' | 'typeuser' | 'activation'
  readonly language: Language
  /** The code of the open link. */
  readonly inviteHash?: string
  /** The request that asked, so that a repeat of the job emails nothing twice. */
  readonly asked: string
}

declare module '#server/jobs/jobs.ts' {
  interface Jobs {
    mailVerification: Verification
    /** Emails the link of a request for an account; a link before it has expired. */
    mailActivation: { requestId: string }
    forgetRegistrations: Record<string, never>
  }
}

/** Days that a request for an account is kept, whatever the outcome. */
const KEPT_DAYS = 30

export const registrationJobs = {
  mailVerification: async (asked, frame) => {
    if (asked.type === 'activation') return mailActivationAgain(frame, asked.email)
    await inTransaction(frame, context => mailCode(context, asked))
  },
  mailActivation: ({ requestId }, frame) => inTransaction(frame, context => mailActivation(context, requestId)),
  forgetRegistrations: async (_payload, { db }) => forgetRequests(db, daysFrom(rightNow(), -KEPT_DAYS)),
} satisfies JobHandlers

const inTransaction = (frame: Frame, act: (context: MailContext) => Promise<void>) =>
  frame.db.transaction(async db => act({ db, frame, enqueue: (...job) => addJob(db, ...job) }))

/**
 * Emails a code to a person who may register, and to the owner of an account, who is told so in the same mail. No other
 * address is written to: a stranger may have typed it in.
 */
async function mailCode(context: MailContext, { email, language, inviteHash, asked }: Verification): Promise<void> {
  const { db, frame } = context
  const now = rightNow()
  const known = await findAccountByEmail(db, email)
  const hasAccount = known !== undefined && known.state !== 'invited'
  if (!hasAccount && !mayRegister(frame, known) && !(await isOpenLink(context, inviteHash, now))) return
  const code = await issueCode(db, { purpose: 'registration', subject: email }, now)
  await queueMail(context, {
    key: `registrationCode:${asked}`,
    kind: 'registrationCode',
    organisationId: known?.organisationId ?? null,
    recipient: email,
    language,
    ...codeMail(language, { code, minutes: CODE_MINUTES, hasAccount, signInUrl: `${frame.settings.publicUrl}/login` }),
  })
}

async function isOpenLink({ db }: MailContext, hash: string | undefined, now: Date): Promise<boolean> {
  const found = hash === undefined ? undefined : await findInvitationByCode(db, hash)
  if (!found || found.invitation.email !== null || found.linkExpiresAt <= now) return false
  return stateOf(found.invitation, now) === 'enabled'
}

async function mailActivationAgain(frame: Frame, email: string): Promise<void> {
  const request = await findOpenRequest(frame.db, email)
  if (request) await inTransaction(frame, context => mailActivation(context, request.id))
}

async function mailActivation(context: MailContext, requestId: string): Promise<void> {
  const { db, frame } = context
  const now = rightNow()
  const request = await lockRequest(db, requestId)
  if (!request || request.usedAt) return
  const { email, firstname, language, kind } = request
  const known = await findAccountByEmail(db, email)
  const hasAccount = known !== undefined && known.state !== 'invited'
  if (!hasAccount && !mayRegister(frame, known)) return
  const { token, hash } = newToken()
  if (!hasAccount) await giveRequestLink(db, requestId, { tokenHash: hash, expiresAt: daysFrom(now, INVITE_DAYS) })
  const { publicUrl } = frame.settings
  const page = kind === 'investor' ? 'activate-investor-account' : 'activate-account'
  await queueMail(context, {
    key: `activation:${requestId}:${hash.slice(0, 16)}`,
    kind: 'activation',
    organisationId: known?.organisationId ?? null,
    recipient: email,
    language,
    ...activationMail(language, {
      firstname,
      url: hasAccount ? undefined : `${publicUrl}/${page}/${token}`,
      signInUrl: `${publicUrl}/login`,
      days: INVITE_DAYS,
    }),
  })
}
