import type { CaptionLanguage } from './rules.ts'

/** Scale words behind a number in the languages of the captions: 2.5 million is one amount. */
const magnitudes = [
  ...['thousand', 'million', 'millions', 'billion', 'billions', 'trillion', 'mn', 'mm', 'bn', 'tn', 'k', 'm', 'b'],
  ...['Tausend', 'Millionen', 'Million', 'Milliarden', 'Milliarde', 'Mio\\.?', 'Mrd\\.?'],
  ...[
    'mille',
    'milliers',
    'millions? d’',
    'milliards?',
    'millones',
    'millón',
    'mil millones',
    'mil',
    'milhões',
    'milhão',
  ],
  ...['bilhões', 'bilhão', 'mila', 'milioni', 'milione', 'miliardi', 'miliardo', 'duizend', 'miljoen', 'miljard'],
  ...['ezer', 'millió', 'milliárd', 'тысяч[иа]?', 'миллион(?:ов|а)?', 'миллиард(?:ов|а)?', 'млн\\.?', 'млрд\\.?'],
].sort((a, b) => b.length - a.length)
const signs = '[$€£¥₩₽₹₿]|(?:US|HK|NT|R|A|C|S)\\$'
const codes = 'USD|EUR|GBP|JPY|CNY|RMB|HKD|TWD|KRW|CHF|HUF|RUB|BRL|CAD|AUD|SGD|INR'
const currencies = [
  ...[
    'dollars?',
    'euros?',
    'pounds?',
    'yen',
    'yuan',
    'francs?',
    'Dollar',
    'Euro',
    'dólares',
    'dollari',
    'долларов',
    'евро',
  ],
  ...[
    'forint(?:ot|tal|ból)?',
    'Ft',
    'рубл(?:ей|я|ь)',
    'reais',
    'pesos',
    'won',
    'percent',
    'Prozent',
    'procent',
    'por ciento',
    'por cento',
    'pour cent',
    'per cento',
  ],
]
const space = '[ \\u00a0\\u202f]?'
/** Letters of words separated by blanks; Chinese, Japanese and Korean have none. */
const letter = '[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}]'
const notAfter = `(?<!${letter}|\\p{N})`
const notBefore = `(?!${letter}|\\p{N})`
const plainNumber =
  "(?:\\p{Nd}{1,3}(?:[ \\u00a0\\u202f]\\p{Nd}{3})+(?!\\p{Nd})|\\p{Nd}+)(?:[.,’'\\u00a0\\u202f]\\p{Nd}+)*"
/** A range such as 3-5 is one amount, whose unit counts for both ends. */
const number = `[+\\-−]?${plainNumber}(?:[-–—~～]${plainNumber})?`
const eastern =
  '(?:[十百千]?[万萬亿億兆만억조])+ ?(?:美元|人民币|人民幣|日元|欧元|歐元|港元|台币|台幣|円|元|ドル|ユーロ|달러|원|유로)?'

/** An amount: a number with its currency, scale or unit. */
const amount = new RegExp(
  [
    `(?:(?:${signs})|\\b(?:${codes}))?${space}${number}`,
    `(?:${space}(?:${eastern}|美元|人民币|人民幣|日元|欧元|歐元|円|元|ドル|달러|원|%|‰|x\\b|(?:${magnitudes.join('|')})${notBefore}))?`,
    `(?:${space}(?:(?:${signs})|(?:(?:de |di |d[’'])?(?:${codes}|${currencies.join('|')}))${notBefore}|%))?`,
  ].join(''),
  'giu',
)
/** `两百五十万美元`, `百分之三十`: numbers in Chinese characters, which translators read wrongly by tens. Not `万一`. */
const spelledEastern =
  /百分之[零〇一二两兩三四五六七八九十百点點]+|(?<![一二两兩三四五六七八九十])[一二两兩三四五六七八九十]+[百千万萬亿億兆][零〇一二两兩三四五六七八九十百千万萬亿億兆点點]*(?:美元|人民币|人民幣|日元|欧元|歐元|港元|台币|台幣|块|塊|円|元|ドル|ユーロ)?/gu
/** `$ACME`, `NASDAQ: ACME`, `ARR`, `S&P`, `B2B`: capitals are the same in every language. */
const ticker = new RegExp(
  `\\$[A-Z]{1,6}(?:\\.[A-Z]{1,2})?\\b|${notAfter}[A-Z]{2,8}:${space}[A-Z0-9]{1,6}\\b|${notAfter}[A-Z][A-Z0-9&]+(?:\\.[A-Z]{1,2})?${notBefore}`,
  'gu',
)
/** `OpenAI`, `iPhone`, `A100`, `acme.com`. */
const coined = new RegExp(
  `${notAfter}(?:${letter}*\\p{Ll}\\p{Lu}(?:${letter}|\\p{N})*|\\p{Lu}${letter}*\\d(?:${letter}|\\p{N})*|(?:${letter}|[\\p{N}-])+\\.(?:com|io|ai|org|net|co|dev|app))${notBefore}`,
  'gu',
)
/** Two or more capitalized words: a person, a company, a round. Not in German, where every noun is capitalized. */
const named = new RegExp(`${notAfter}\\p{Lu}(?:${letter}|[’'-])+(?: \\p{Lu}(?:${letter}|[’'-])*)+${notBefore}`, 'gu')
/** Words that begin a sentence and do not belong to a name behind them. */
const openers = new Set(
  'The A An We Our In And But So This That It My With At For From On By When If As To I You He She They Thanks Dear Hello Hi Le La Les Nous Notre El Los Las Il Lo Gli De Het Een Wij O Os As Nós A Az'.split(
    ' ',
  ),
)

interface Span {
  readonly from: number
  readonly to: number
}

/** A text for a provider, as HTML with marked pieces, and these pieces. */
export interface Masked {
  readonly html: string
  readonly kept: readonly string[]
}

/** [PROD-019] Marks amounts, names and tickers, which stay untranslated. `names`: those that the pitch has. */
export function mask(text: string, language: CaptionLanguage | undefined, names: readonly string[]): Masked {
  const kept: string[] = []
  let html = ''
  let at = 0
  for (const { from, to } of joined(spansOf(text, language, names))) {
    html += `${escapeHtml(text.slice(at, from))}<span translate="no" id="k${kept.length}">${escapeHtml(text.slice(from, to))}</span>`
    kept.push(text.slice(from, to))
    at = to
  }
  return { html: html + escapeHtml(text.slice(at)), kept }
}

/**
 * A provider's translation as text, with the original pieces restored. Undefined if a piece is missing, doubled or
 * unknown, since no translation is better than a wrong one.
 */
export function unmask(html: string, { kept }: Masked): string | undefined {
  const seen = new Set<number>()
  let broken = false
  const [before = '', ...spans] = html.split(/<span\b/i)
  let pieces = before
  for (const span of spans) {
    const id = /\bid\s*=\s*["']?k(\d+)/i.exec(span.slice(0, span.indexOf('>')))?.[1]
    const end = /<\/span\s*>/i.exec(span)
    if (id === undefined || !end) {
      pieces += `<span${span}`
      continue
    }
    const which = Number(id)
    if (seen.has(which) || kept[which] === undefined) broken = true
    seen.add(which)
    pieces += `\ue000${which}\ue001${span.slice(end.index + end[0].length)}`
  }
  if (broken || seen.size !== kept.length || /\bid\s*=\s*["']?k\d/i.test(pieces)) return undefined
  const plain = unescapeHtml(pieces.replace(/<[^<>]*>/g, ''))
  const text = plain.replace(/\ue000(\d+)\ue001/g, (_whole, id: string) => kept[Number(id)] ?? '').trim()
  return text === '' ? undefined : text
}

/** A text for a translator without markup: the pieces are numbers in brackets. */
export interface PlainMasked {
  readonly text: string
  readonly kept: readonly string[]
}

/** [PROD-019] Masks a text for a translator without markup. Undefined if the text has such brackets itself. */
export function maskPlain(text: string, language: CaptionLanguage, names: readonly string[]): PlainMasked | undefined {
  if (/[[［【]\s*\d+\s*[\]］】]/.test(text)) return undefined
  const kept: string[] = []
  let masked = ''
  let at = 0
  for (const { from, to } of joined(spansOf(text, language, names))) {
    masked += `${text.slice(at, from)}[${kept.length}]`
    kept.push(text.slice(from, to))
    at = to
  }
  return { text: masked + text.slice(at), kept }
}

/** Restores the pieces, as `unmask` does. */
export function unmaskPlain(translated: string, { kept }: PlainMasked): string | undefined {
  const seen: number[] = []
  const text = translated.replace(/[[［【]\s*(\d+)\s*[\]］】]/g, (_whole, id: string) => {
    seen.push(Number(id))
    return kept[Number(id)] ?? ''
  })
  const isWhole =
    seen.length === kept.length && new Set(seen).size === kept.length && seen.every(id => id < kept.length)
  return isWhole && text.trim() !== '' ? text.trim() : undefined
}

function spansOf(text: string, language: CaptionLanguage | undefined, names: readonly string[]): Span[] {
  const found: Span[] = []
  const add = (pattern: RegExp) => {
    for (const match of text.matchAll(pattern)) {
      const lead = match[0].length - match[0].trimStart().length
      found.push({ from: match.index + lead, to: match.index + match[0].trimEnd().length })
    }
  }
  for (const name of names) if (name.trim().length > 1) add(new RegExp(bounded(name.trim()), 'giu'))
  add(amount)
  add(spelledEastern)
  // a text in capitals throughout has no tickers
  if (/\p{Ll}/u.test(text) || !/\p{Lu}{3} \p{Lu}{3}/u.test(text)) add(ticker)
  add(coined)
  if (language !== 'de') found.push(...namesIn(text))
  return found
}

function namesIn(text: string): Span[] {
  return [...text.matchAll(named)].flatMap(match => {
    const [first = ''] = match[0].split(' ')
    const skip = openers.has(first) ? first.length + 1 : 0
    return [{ from: match.index + skip, to: match.index + match[0].length }]
  })
}

function bounded(name: string): string {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+')
  return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(name)
    ? escaped
    : `${notAfter}${escaped}${notBefore}`
}

/** Spans in their order, adjacent ones joined. */
function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const last = all.at(-1)
    if (last && span.from < last.to) all[all.length - 1] = { from: last.from, to: Math.max(last.to, span.to) }
    else all.push(span)
  }
  return all
}

const escapeHtml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }
const unescapeHtml = (html: string) =>
  html.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name) return entities[name.toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code >= 0x20 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
