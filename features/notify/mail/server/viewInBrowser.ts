import type { Language } from '#contract/fields.ts'
import type { mailCalls } from '#features/notify/mail/contract.ts'
import type { Handler } from '#server/context.ts'
import { countWrongLink } from '#server/limits.ts'
import { textsIn } from '#server/texts.ts'
import { hashToken } from '#server/tokens.ts'
import { escapeHtml } from './mailPage.ts'
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

const style = 'margin:0 0 12px;font-size:13px;line-height:1.5;text-align:center'

interface Bodies {
  readonly language: Language
  readonly text: string
  readonly html: string
}

/** The bodies of a mail with a link that shows it in a browser: above the page, and at the end of the plain text. */
export function withViewLink({ language, text, html }: Bodies, url: string): { text: string; html: string } {
  const label = textsIn(language, 'mail')('viewInBrowser')
  const link = `<p style="${style}"><a href="${escapeHtml(url)}" style="color:#5b6770">${label}</a></p>`
  return {
    text: `${text.trimEnd()}\n${label}: ${url}\n`,
    html: html.replace(/(<td align="center"[^<>]*>\n?)/, (_, cell: string) => `${cell}${link}\n`),
  }
}
