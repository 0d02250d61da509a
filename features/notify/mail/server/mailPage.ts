import type { Language } from '#contract/fields.ts'
import { textsIn } from '#server/texts.ts'
import { inkOn, standingOut } from '../colors.ts'
import type { Brand } from './brand.ts'
import { cidOf, type MailPictures } from './pictures.ts'

/** What an email says; plain text all of it. */
export interface MailPage {
  readonly language: Language
  readonly title: string
  readonly paragraphs: readonly string[]
  /** Label and value, such as when a pitch begins. */
  readonly facts?: readonly (readonly [label: string, value: string])[] | undefined
  /** `url` is an http(s) address. */
  readonly button?: { readonly label: string; readonly url: string } | undefined
  /** Further ways from here, side by side below the button, under words of their own. */
  readonly ways?:
    | { readonly label: string; readonly links: readonly { readonly label: string; readonly url: string }[] }
    | undefined
  /** What one may answer, each by one click on a page, under the question. */
  readonly question?: string | undefined
  readonly answers?: readonly { readonly label: string; readonly url: string }[] | undefined
  /** A second way, below the button. */
  readonly link?: { readonly label: string; readonly url: string } | undefined
  /** What people wrote, each under its heading, below what the email asks for. */
  readonly sections?: readonly (readonly [heading: string, text: string])[] | undefined
  /** The company that it is about, whose logo it may show. */
  readonly company?: string | undefined
  /** Small print: why the recipient gets this email, how long a link is valid. */
  readonly footer: readonly string[]
}

/** What belongs to one email, beyond what it says. */
interface MailFrame {
  /** Shows it in a browser. */
  readonly viewUrl?: string | undefined
  /** Where its reader says which emails they want. */
  readonly wayOutUrl?: string | undefined
  /** The organization that writes. */
  readonly brand?: MailBrand | undefined
  /** Which pictures it shows below its title; `company` is the name that replaces its logo where pictures are off. */
  readonly pictures?: MailPictures | undefined
}

/** An organization by its name, or by a picture that has it as its words, and the color of its buttons. */
interface MailBrand {
  readonly name: string
  readonly hasLogo: boolean
  readonly color: string | null
}

export const brandOn = ({ name, logo, color }: Brand): MailBrand => ({ name, hasLogo: logo !== null, color })

/** The two bodies of an email. Whatever people typed stays text. */
export const mailPage = (page: MailPage, frame: MailFrame = {}): { text: string; html: string } => ({
  text: asText(page, frame),
  html: asHtml(page, frame),
})

/** The links below and above the page: label and address. */
function linksOf({ language }: MailPage, { viewUrl, wayOutUrl }: MailFrame) {
  const t = textsIn(language, 'mail')
  return {
    view: viewUrl === undefined ? undefined : ([t('viewInBrowser'), viewUrl] as const),
    wayOut: wayOutUrl === undefined ? undefined : ([t('wayOut'), wayOutUrl] as const),
  }
}

function asText(page: MailPage, frame: MailFrame): string {
  const { title, paragraphs, facts = [], button, ways, answers = [], link, sections = [], footer } = page
  const { view, wayOut } = linksOf(page, frame)
  const [colon, space] = page.language === 'en' ? [':', ' '] : ['：', '']
  const said = (link: readonly [string, string] | undefined) => (link ? [link.join(`${colon}${space}`)] : [])
  const parts = [
    title,
    ...paragraphs,
    facts.map(([label, value]) => `${label}${colon}${space}${value}`).join('\n'),
    button ? `${button.label}${colon}\n${button.url}` : '',
    ways ? [`${ways.label}${colon}`, ...ways.links.map(({ label, url }) => `${label}${colon}\n${url}`)].join('\n') : '',
    [...(page.question ? [page.question] : []), ...answers.map(({ label, url }) => `${label}${colon}\n${url}`)].join(
      '\n',
    ),
    link ? `${link.label}${colon}\n${link.url}` : '',
    ...sections.map(([heading, text]) => `${heading}\n${text}`),
    `-- \n${[...footer, ...said(wayOut), ...said(view)].join('\n')}`,
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

// Mail programs know little CSS, so it stands on the elements; colors keep a contrast of 4.5 and more. Those that know
// more take the classes: for dark screens, and for narrow ones.
const latin = "Inter,-apple-system,'Segoe UI',Roboto"
/** Han characters have other shapes in each of the regions, so the faces follow the language. */
const fonts: Readonly<Record<Language, string>> = {
  en: `font-family:${latin},Arial,sans-serif`,
  'zh-Hans': `font-family:${latin},'PingFang SC','Microsoft YaHei',Arial,sans-serif`,
  'zh-Hant': `font-family:${latin},'PingFang TC','PingFang HK','Microsoft JhengHei',Arial,sans-serif`,
}
const body = 'margin:0 0 16px;font-size:16px;line-height:1.6;color:#1f2933'
const quiet = 'font-size:13px;line-height:1.5;color:#5b6770'
const styleOf = (color: string) => `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.way{display:block!important;margin-bottom:8px!important}.out{padding:12px 8px!important}.card{padding:20px!important}.act{display:block!important;text-align:center}}
@media (prefers-color-scheme:dark){.back{background:#14181d!important}.card{background:#1d232a!important;border-color:#39424d!important}
.ink{color:#f1f4f7!important}.quiet,.quiet a{color:#aab4bf!important}.rule{border-color:#39424d!important}.answer{border-color:#aab4bf!important;color:#f1f4f7!important}.brand{background:#ffffff;color:#1f2933!important;border-radius:4px}.act{background:${standingOut(color, dark)}!important;color:${inkOn(standingOut(color, dark))}!important}}`
/** The ground of an email on dark screens, and the color of buttons where an organization has none of its own. */
const dark = '#1d232a'
const ownColor = '#2a57b6'

function asHtml(page: MailPage, frame: MailFrame): string {
  const { language, title, paragraphs, facts = [], button, link, sections = [], footer } = page
  const color = frame.brand?.color ?? ownColor
  const { view, wayOut } = linksOf(page, frame)
  const lines = paragraphs.map(text => `<p class="ink" style="${body}">${escapeHtml(text)}</p>`).join('\n')
  const font = fonts[language]
  const small = footer
    .map(text => `<p class="quiet" style="margin:0 0 8px;${quiet}">${escapeHtml(text)}</p>`)
    .join('\n')
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${styleOf(color)}</style>
</head>
<body class="back" style="margin:0;padding:0;background:#f4f5f7;${font}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="back" style="background:#f4f5f7">
<tr><td align="center" class="out" style="padding:32px 16px">
${view ? `<p class="quiet" style="margin:0 0 12px;text-align:center;${quiet}">${smallLink(view)}</p>` : ''}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td class="card" style="padding:32px;background:#ffffff;border:1px solid #e3e6ea;border-radius:8px;${font}">
${brandLine(frame)}
${companyLine(frame, page.company)}
<h1 class="ink" style="margin:0 0 16px;font-size:22px;line-height:1.3;font-weight:600;color:#1f2933">${escapeHtml(title)}</h1>
${lines}
${slideOf(frame)}
${factTable(facts)}
${button ? buttonLink(button.label, button.url, color) : ''}
${answersOf(page)}
${waysOf(page)}
${link ? `<p class="quiet" style="margin:12px 0 0;${quiet}">${smallLink([link.label, link.url])}</p>` : ''}
${sections.map(section).join('\n')}
<div class="rule" style="margin-top:24px;padding-top:16px;border-top:1px solid #e3e6ea">
${small}
${wayOut ? `<p class="quiet" style="margin:0;${quiet}">${smallLink(wayOut)}</p>` : ''}
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

const section = ([heading, text]: readonly [string, string]): string =>
  `<h2 class="ink" style="margin:24px 0 8px;font-size:16px;line-height:1.4;font-weight:600;color:#1f2933">${escapeHtml(heading)}</h2>
<p class="ink" style="${body};white-space:pre-line">${escapeHtml(text)}</p>`

/** Without pictures the logo's words stand in its place, as large as the name of an organization without a logo. */
function brandLine({ brand }: MailFrame): string {
  if (!brand) return ''
  const name = escapeHtml(brand.name)
  const words = 'font-size:14px;font-weight:600;color:#5b6770'
  if (!brand.hasLogo) return `<p class="quiet" style="margin:0 0 16px;${words}">${name}</p>`
  return `<p class="quiet" style="margin:0 0 16px;${words}">${logoImage('logo', name)}</p>`
}

const logoImage = (name: 'logo' | 'company', words: string): string =>
  `<img class="brand" src="cid:${cidOf(name)}" alt="${words}" height="40" style="height:40px;max-width:100%;border:0">`

/** The logo of the company that presents; its name stands among the facts. */
function companyLine({ pictures }: MailFrame, company: string | undefined): string {
  if (!pictures?.company) return ''
  const words = 'font-size:14px;font-weight:600;color:#5b6770'
  return `<p class="quiet" style="margin:0 0 12px;${words}">${logoImage('company', escapeHtml(company ?? ''))}</p>`
}

/**
 * The first slide, without words of its own: all that the email says is text, and without pictures nothing is missing.
 */
const slideOf = ({ pictures }: MailFrame): string =>
  pictures?.slide
    ? `<p style="margin:0 0 16px"><img src="cid:${cidOf('slide')}" alt="" width="100%" style="display:block;width:100%;max-width:496px;height:auto;box-sizing:border-box;border:1px solid #e3e6ea;border-radius:4px"></p>`
    : ''

function answersOf({ question, answers = [] }: MailPage): string {
  if (answers.length === 0) return ''
  const asked = question
    ? `<p class="ink" style="margin:24px 0 8px;font-size:16px;font-weight:600;color:#1f2933">${escapeHtml(question)}</p>`
    : ''
  return `${asked}<p style="margin:${question ? '0' : '16px 0 0'}">${answers.map(answerLink).join('\n')}</p>`
}

function waysOf({ ways }: MailPage): string {
  if (!ways) return ''
  const links = ways.links.map(
    ({ label, url }) =>
      `<a class="way" href="${escapeHtml(url)}" style="display:inline-block;margin:0 12px 0 0;color:#5b6770;white-space:nowrap">${escapeHtml(label)}</a>`,
  )
  return `<p class="quiet" style="margin:16px 0 0;${quiet}"><span class="ink" style="display:block;margin:0 0 4px;font-weight:600;color:#1f2933">${escapeHtml(ways.label)}</span>${links.join('\n')}</p>`
}

const smallLink = ([label, url]: readonly [string, string]): string =>
  `<a href="${escapeHtml(url)}" style="color:#5b6770">${escapeHtml(label)}</a>`

function factTable(facts: NonNullable<MailPage['facts']>): string {
  if (facts.length === 0) return ''
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td valign="top" class="quiet" style="padding:4px 16px 4px 0;font-size:14px;line-height:1.7;color:#5b6770${short(label)}">${escapeHtml(label)}</td>` +
      `<td class="ink" style="padding:4px 0;font-size:16px;line-height:1.5;color:#1f2933">${escapeHtml(value)}</td></tr>`,
  )
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${rows.join('\n')}</table>`
}

/** The address stands below the button as well, for mail programs that show no buttons. */
function buttonLink(label: string, url: string, color: string): string {
  if (!/^https?:\/\//.test(url)) throw new Error('a button of a mail needs an http(s) address')
  const href = escapeHtml(url)
  return `<p style="margin:24px 0 12px"><a class="act" href="${href}" style="display:inline-block;padding:12px 24px;border-radius:6px;background:${standingOut(color, '#ffffff')};color:${inkOn(standingOut(color, '#ffffff'))};font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
<p class="quiet" style="margin:0;${quiet};word-break:break-all">${href}</p>`
}

const answerLink = ({ label, url }: { readonly label: string; readonly url: string }): string =>
  `<a class="answer" href="${escapeHtml(url)}" style="display:inline-block;margin:0 8px 8px 0;padding:8px 16px;border:1px solid #5b6770;border-radius:6px;color:#1f2933;font-size:14px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a>`

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, sign => entities[sign] ?? sign)
