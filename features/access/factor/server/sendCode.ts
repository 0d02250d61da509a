import { randomUUID } from 'node:crypto'
import type { AccountRow } from '#features/core/account/server/queries.ts'
import { type MailContext, queueMail } from '#features/notify/mail/server/queueMail.ts'
import { queueSms } from '#features/notify/mail/server/sms.ts'
import { maskEmail, maskMobile } from '#server/masks.ts'
import { CODE_MINUTES, type CodeFor, issueCode } from './codes.ts'
import { type CodeReason, codeMail, codeText } from './emails.ts'
import type { FactorRow } from './queries.ts'

interface Sending {
  readonly person: AccountRow
  readonly for: CodeFor
  readonly reason: CodeReason
  /** A text message to this number; without one an email. */
  readonly mobile?: string | undefined
  /** Who asked for it, of a code that an admin sends. */
  readonly by?: string | undefined
}

/** Makes a code and sends it in the person's language. Returns where to, partly hidden. */
export async function sendCode(
  context: MailContext & { readonly now: Date },
  { person, for: codeFor, reason, mobile, by }: Sending,
): Promise<string> {
  const code = await issueCode(context.db, codeFor, context.now)
  const { language, organisationId } = person
  const draft = { key: `code:${randomUUID()}`, organisationId, language }
  const data = { code, minutes: CODE_MINUTES, firstname: person.firstname, reason, by }
  if (mobile === undefined) {
    const mail = codeMail(language, data)
    await queueMail(context, { ...draft, kind: 'verificationCode', recipient: person.email, ...mail })
    return maskEmail(person.email)
  }
  await queueSms(context, { ...draft, recipient: mobile, text: codeText(language, data) })
  return maskMobile(mobile)
}

/** Where the codes of a factor go, partly hidden; empty for what makes its codes itself. */
export function factorTarget({ kind, mobile }: Pick<FactorRow, 'kind' | 'mobile'>, person: AccountRow): string {
  if (kind === 'email') return maskEmail(person.email)
  return kind === 'sms' && mobile ? maskMobile(mobile) : ''
}
