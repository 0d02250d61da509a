import type { Language } from '#contract/fields.ts'
import { textsIn } from '#server/texts.ts'
import { escapeHtml } from './mailPage.ts'

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
    html: html.replace(/(<td align="center"[^>]*>\n?)/, (_, cell: string) => `${cell}${link}\n`),
  }
}
