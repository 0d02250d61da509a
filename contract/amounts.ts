/** How numbers, amounts of a unit and lists are written, in every language: on screens and in emails alike. */

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'second', 'minute', 'hour', 'day'] as const
export type Unit = (typeof units)[number]

/** Made once for each: a formatter costs as much as a hundred texts written by it. */
const formatters = new Map<string, Intl.NumberFormat>()
function formatter(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = language + JSON.stringify(options)
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(language === 'cimode' ? 'en' : language, options)
  formatters.set(key, made)
  return made
}

/** 12,345, with at most two decimals. */
export const writeNumber = (value: number, language: string): string =>
  formatter(language, { maximumFractionDigits: 2 }).format(value)

/** 12% of a share of one. */
export const writePercent = (share: number, language: string): string =>
  formatter(language, { style: 'percent' }).format(share)

/**
 * 1 minute, 5 minutes, 5 分钟; `short`: 5 min. Our Chinese has a space between digits and characters, Intl's has not
 * always.
 */
export function writeAmount(
  value: number,
  unit: Unit,
  language: string,
  { short = false, digits = 0 }: { short?: boolean; digits?: number } = {},
): string {
  // the long form of Chinese seconds is 秒钟, which is longer and says no more
  const unitDisplay = short || isChinese(language) ? 'short' : 'long'
  return formatter(language, { style: 'unit', unit, unitDisplay, maximumFractionDigits: digits })
    .format(value)
    .replace(/(\d)(?=\p{Script=Han})/u, '$1 ')
}

/** The name of a currency by its code: "US Dollar", 美元. */
export const currencyName = (code: string, language: string): string =>
  new Intl.DisplayNames(language === 'cimode' ? 'en' : language, { type: 'currency' }).of(code) ?? code

/** A, B, and C; 甲、乙和丙; A、B 和 C, since Chinese has a space beside Latin letters and digits. */
export function writeList(items: readonly string[], language: string): string {
  const parts = new Intl.ListFormat(language === 'cimode' ? 'en' : language).formatToParts(items)
  return parts
    .map(({ type, value }, at) => {
      if (type === 'element' || !HAN_FIRST.test(value)) return value
      const before = HAN_LAST.test(parts[at - 1]?.value ?? '') ? '' : ' '
      return before + value + (HAN_FIRST.test(parts[at + 1]?.value ?? '') ? '' : ' ')
    })
    .join('')
}

const HAN_FIRST = /^[\p{Script=Han}（“「]/u
const HAN_LAST = /[\p{Script=Han}）”」]$/u

/** A, B, C; 甲、乙、丙: what is listed rather than told. */
export const writeItems = (items: readonly string[], language: string): string =>
  items.join(isChinese(language) ? '、' : ', ')

/** Several sentences, those that are said: Chinese has no space between them. */
export const joinSentences = (sentences: readonly (string | false)[], language: string): string =>
  sentences.filter(Boolean).join(isChinese(language) ? '' : ' ')

const isChinese = (language: string) => /^zh/.test(language)

const isUnit = (style: string): style is Unit => (units as readonly string[]).includes(style)

/**
 * Writes what stands in the placeholders of texts. Numbers and lists need no more than their name: {{count}},
 * {{people}}. {{days, day}} is "1 day" or "2 days", {{seconds, second short}} "5 sec", {{share, percent}} "12%", and
 * {{number, plain}} a number that counts nothing, without separators.
 */
export function writeValue(value: unknown, style: string | undefined, language: string): unknown {
  if (Array.isArray(value)) return writeList(value.map(String), language)
  if (style === 'plain') return value
  // what a call refuses with comes as text
  if (style !== undefined && typeof value === 'string' && /^\d+$/.test(value))
    return writeValue(Number(value), style, language)
  if (typeof value !== 'number') return value
  if (style === 'percent') return writePercent(value, language)
  const [unit = '', length] = style?.split(' ') ?? []
  return isUnit(unit) ? writeAmount(value, unit, language, { short: length === 'short' }) : writeNumber(value, language)
}

/**
 * Marks where a placeholder's value begins or ends with a Chinese character or bracket, until `closeUp` has seen the
 * text around it.
 */
const HAN = '\uE000'

/**
 * For i18next: `use(placeholders)`, `use(closeUp)`, and `interpolation: { alwaysFormat: true }, postProcess:
 * [closeUp.name]`.
 */
export const placeholders = {
  type: 'formatter' as const,
  init: () => {},
  add: () => {},
  addCached: () => {},
  format: (value: unknown, style: string | undefined, language = 'en') => {
    const written = writeValue(value, style, language) as string
    return isChinese(language) && typeof written === 'string'
      ? written.replace(/^(?=[\p{Script=Han}（])|(?<=[\p{Script=Han}）])$/gu, HAN)
      : written
  },
}

/**
 * Chinese texts have a space beside each placeholder, as between Chinese and Latin letters; none is left where the
 * value begins or ends with a Chinese character: 使用 LinkedIn 继续, 使用微信继续.
 */
export const closeUp = {
  type: 'postProcessor' as const,
  name: 'closeUp',
  process: (text: string) => text.replace(/(?<=\p{Script=Han}) \uE000|\uE000 (?=\p{Script=Han})|\uE000/gu, ''),
}
