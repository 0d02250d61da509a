import type { Language } from '#contract/fields.ts'
import type { mailCalls } from '#features/notify/mail/contract.ts'
import type { Handler } from '#server/context.ts'
import { countWrongLink } from '#server/limits.ts'
import { hashToken } from '#server/tokens.ts'
import { findMailToView } from './queries.ts'

/** How long a mail can be read in a browser, in milliseconds. */
const VIEW_LIFE = 90 * 86_400_000

export const getViewInBrowserData: Handler<typeof mailCalls.getViewInBrowserData> = async context => {
  const { db, frame, input, now, request, fail } = context
  const mail = await findMailToView(db, hashToken(input.code))
  if (!mail) {
    await countWrongLink(frame, request.ip)
    return fail('LinkNotFound')
  }
  if (now.getTime() - mail.createdAt.getTime() > VIEW_LIFE) fail('LinkExpired')
  const { subject, html, language, createdAt } = mail
  return { subject, html, language: language as Language, created_at: createdAt.toISOString() }
}
