import type { Language } from '#contract/fields.ts'
import { escapeHtml } from './mailPage.ts'

const label: Readonly<Record<Language, string>> = {
  en: 'View in browser',
  'zh-Hans': '在浏览器中查看',
  'zh-Hant': '在瀏覽器中檢視',
}
const style = 'margin:0 0 12px;font-size:13px;line-height:1.5;text-align:center'

interface Bodies {
  readonly language: Language
  readonly text: string
  readonly html: string
}

/** The bodies of a mail with a link that shows it in a browser: above the page, and at the end of the plain text. */
export function withViewLink({ language, text, html }: Bodies, url: string): { text: string; html: string } {
  const link = `<p style="${style}"><a href="${escapeHtml(url)}" style="color:#5b6770">${label[language]}</a></p>`
  return {
    text: `${text.trimEnd()}\n${label[language]}: ${url}\n`,
    html: html.replace(/(<td align="center"[^>]*>\n?)/, (_, cell: string) => `${cell}${link}\n`),
  }
}
