import type { Language } from '#contract/fields.ts'

/** What a mail says; plain text all of it. */
export interface MailPage {
  readonly language: Language
  readonly title: string
  readonly paragraphs: readonly string[]
  /** Label and value, such as when a pitch begins. */
  readonly facts?: readonly (readonly [label: string, value: string])[] | undefined
  /** `url` is an http(s) address. */
  readonly button?: { readonly label: string; readonly url: string } | undefined
  /** Small print: why the recipient gets this mail, how long a link is valid. */
  readonly footer: readonly string[]
}

/** The two bodies of a mail. Whatever people typed stays text. */
export const mailPage = (page: MailPage): { text: string; html: string } => ({ text: asText(page), html: asHtml(page) })

function asText({ language, title, paragraphs, facts = [], button, footer }: MailPage): string {
  const [colon, space] = language === 'en' ? [':', ' '] : ['：', '']
  const parts = [
    title,
    ...paragraphs,
    facts.map(([label, value]) => `${label}${colon}${space}${value}`).join('\n'),
    button ? `${button.label}${colon}\n${button.url}` : '',
    `-- \n${footer.join('\n')}`,
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

// Mail programs know little CSS, so it stands on the elements; colours keep a contrast of 4.5 and more.
const latin = "Inter,-apple-system,'Segoe UI',Roboto"
/** Han characters have other shapes in each of the regions, so the faces follow the language. */
const fonts: Readonly<Record<Language, string>> = {
  en: `font-family:${latin},Arial,sans-serif`,
  'zh-Hans': `font-family:${latin},'PingFang SC','Microsoft YaHei',Arial,sans-serif`,
  'zh-Hant': `font-family:${latin},'PingFang TC','PingFang HK','Microsoft JhengHei',Arial,sans-serif`,
}
const body = 'margin:0 0 16px;font-size:16px;line-height:1.6;color:#1f2933'

function asHtml({ language, title, paragraphs, facts = [], button, footer }: MailPage): string {
  const lines = paragraphs.map(text => `<p style="${body}">${escapeHtml(text)}</p>`).join('\n')
  const font = fonts[language]
  const small = footer
    .map(text => `<p style="margin:0 0 8px;font-size:13px;line-height:1.5;color:#5b6770">${escapeHtml(text)}</p>`)
    .join('\n')
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(title)}</title>
</head>
<body style="margin:0;padding:0;background:#f4f5f7;${font}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f5f7">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid #e3e6ea;border-radius:8px">
<tr><td style="padding:32px;${font}">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3;font-weight:600;color:#1f2933">${escapeHtml(title)}</h1>
${lines}
${factTable(facts)}
${button ? buttonLink(button.label, button.url) : ''}
<div style="margin-top:24px;padding-top:16px;border-top:1px solid #e3e6ea">
${small}
</div>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

/** A short label stays on one line: Chinese would break inside its words. */
const short = (label: string): string => (label.length > 12 ? '' : ';white-space:nowrap')

function factTable(facts: NonNullable<MailPage['facts']>): string {
  if (facts.length === 0) return ''
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td valign="top" style="padding:4px 16px 4px 0;font-size:14px;line-height:1.7;color:#5b6770${short(label)}">${escapeHtml(label)}</td>` +
      `<td style="padding:4px 0;font-size:16px;line-height:1.5;color:#1f2933">${escapeHtml(value)}</td></tr>`,
  )
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${rows.join('\n')}</table>`
}

/** The address stands below the button as well, for mail programs that show no buttons. */
function buttonLink(label: string, url: string): string {
  if (!/^https?:\/\//.test(url)) throw new Error('a button of a mail needs an http(s) address')
  const href = escapeHtml(url)
  return `<p style="margin:24px 0 12px"><a href="${href}" style="display:inline-block;padding:12px 24px;border-radius:6px;background:#2a57b6;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
<p style="margin:0;font-size:13px;line-height:1.5;color:#5b6770;word-break:break-all">${href}</p>`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, sign => entities[sign] ?? sign)
