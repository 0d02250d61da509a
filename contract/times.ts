/**
 * How an instant is written, in every language: on screens and in emails alike. `moment`: Tue, Nov 24, 10:00 AM EST.
 * `day`: Nov 24, 2026. `longDay`: November 24, 2026. `clock`: 10:00 AM EST. `full`: Tuesday, November 24 at 10:00 AM
 * EST. `exact`: Nov 24, 2026, 10:00:00 AM EST. `dated`: Nov 24, 2026, 10:00 AM EST. `mailed`: Tuesday, November 24, 2026
 * at 10:00 AM (Eastern Time, UTC−05:00), for a text that cannot ask for its reader's zone.
 */
export type TimeStyle = 'moment' | 'day' | 'longDay' | 'clock' | 'full' | 'exact' | 'dated' | 'mailed'
/**
 * Without a zone, where many stand below each other: `hour`: 10:00 AM. `chat`: 09:00 AM. `weekday`: Tuesday, November
 * 24.
 */
export type BareStyle = 'hour' | 'chat' | 'weekday'

const clock = { hour: 'numeric', minute: '2-digit' } as const
const styles: Record<TimeStyle | BareStyle, Intl.DateTimeFormatOptions> = {
  moment: { weekday: 'short', month: 'short', day: 'numeric', ...clock },
  day: { year: 'numeric', month: 'short', day: 'numeric' },
  longDay: { year: 'numeric', month: 'long', day: 'numeric' },
  clock,
  full: { weekday: 'long', month: 'long', day: 'numeric', ...clock },
  exact: { year: 'numeric', month: 'short', day: 'numeric', ...clock, second: '2-digit' },
  dated: { year: 'numeric', month: 'short', day: 'numeric', ...clock },
  mailed: { year: 'numeric', weekday: 'long', month: 'long', day: 'numeric', ...clock },
  hour: clock,
  // [CONST-009] hh:mm A
  chat: { hour: '2-digit', minute: '2-digit', hour12: true },
  weekday: { weekday: 'long', month: 'long', day: 'numeric' },
}

/**
 * Made once for each: a formatter costs as much as a hundred times written, and an email to thousands writes as many.
 */
const formatters = new Map<string, Intl.DateTimeFormat>()
function formatter(language: string, zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([language, zone, options])
  const known = formatters.get(key)
  if (known) return known
  if (formatters.size > 500) formatters.clear()
  const made = new Intl.DateTimeFormat(language === 'cimode' ? 'en' : language, { ...options, timeZone: zone })
  formatters.set(key, made)
  return made
}

/** The name of a zone at an instant: EST or GMT+8 in English, 北美东部时间 in Chinese, where it stands in parentheses. */
function zoneName(at: Date, language: string, zone: string, name: 'short' | 'longGeneric' | 'longOffset'): string {
  const parts = formatter(language, zone, { timeZoneName: name }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}

/** A text with the zone behind it. ICU writes a Chinese zone in front of the hour or in brackets, as people do not. */
function withZone(text: string, at: Date, language: string, style: TimeStyle, zone: string): string {
  const isChinese = /^zh/.test(language)
  const inParentheses = (name: string) => (isChinese ? `${text}（${name}）` : `${text} (${name})`)
  if (style === 'mailed') {
    // a minus sign, since a line may break behind a hyphen
    const offset = offsetIn(at, zone).replace('-', '−')
    const name = zoneName(at, language, zone, 'longGeneric')
    return inParentheses(name.startsWith('GMT') ? offset : `${name}${isChinese ? '，' : ', '}${offset}`)
  }
  if (!isChinese) return `${text} ${zoneName(at, language, zone, 'short')}`
  const name = zoneName(at, language, zone, 'longGeneric')
  // an exact time says the offset, which an hour that comes twice in autumn needs; UTC has no other name
  const isOffset = style === 'exact' || name.startsWith('GMT')
  return inParentheses(isOffset ? zoneName(at, language, zone, 'short') : name)
}

/** ICU's narrow spaces are not in every font. */
const plainSpaces = (text: string) => text.replace(/[\u202f\u2009]/g, ' ')
const bare: readonly string[] = ['day', 'longDay', 'hour', 'chat', 'weekday']
const isBare = (style: string): style is 'day' | 'longDay' | BareStyle => bare.includes(style)

/** An instant in an IANA zone, in words; with the zone's name where the style has one. */
export function writeTime(
  at: Date | string | number,
  language: string,
  style: TimeStyle | BareStyle,
  zone: string,
): string {
  const date = new Date(at)
  const text = plainSpaces(formatter(language, zone, styles[style]).format(date))
  return isBare(style) ? text : withZone(text, date, language, style, zone)
}

/** ICU writes a range in Chinese with another date and another part of the day than each of its ends: 11/24（週二） 凌晨. */
function chineseRange(from: string, to: string): string {
  const [, day = '', half = ''] = /^(.* )?([上下]午)?/.exec(from) ?? []
  const until = to.startsWith(day) ? to.slice(day.length) : to
  return `${from} 至 ${half && until.startsWith(half) ? until.slice(half.length) : until}`
}

/** From when until when, in an IANA zone: what both have in common is written once. */
export function writeRange(
  start: Date,
  end: Date,
  language: string,
  style: TimeStyle | BareStyle,
  zone: string,
): string {
  const format = formatter(language, zone, styles[style])
  const text = plainSpaces(
    /^zh/.test(language) ? chineseRange(format.format(start), format.format(end)) : format.formatRange(start, end),
  )
  return isBare(style) ? text : withZone(text, start, language, style, zone)
}

/** A day of the calendar, YYYY-MM-DD, independent of zones. */
export const writeDay = (day: string, language: string, style: 'day' | 'longDay' = 'longDay'): string =>
  writeTime(`${day}T00:00:00Z`, language, style, 'UTC')

/**
 * [CONST-035, CONST-036] When something happened, as MM/DD/YY HH:mm z, which is no date in Chinese: there as everywhere
 * else. Instants come in UTC, so nothing depends on the zone that a server happens to run in.
 */
export function writeNoticeTime(at: string, language: string, zone: string): string {
  if (/^zh/.test(language)) return writeTime(at, language, 'dated', zone)
  const digits = '2-digit'
  const parts = formatter('en-US', zone, {
    ...{ year: digits, month: digits, day: digits, hour: digits, minute: digits },
    ...{ hourCycle: 'h23', timeZoneName: 'short' },
  }).formatToParts(new Date(at))
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find(part => part.type === type)?.value ?? ''
  return `${of('month')}/${of('day')}/${of('year')} ${of('hour')}:${of('minute')} ${of('timeZoneName')}`
}

/** The day of the calendar in an IANA zone, YYYY-MM-DD. Swedish writes days so. */
export const dayIn = (at: Date, zone: string): string => formatter('sv', zone, {}).format(at)

/** UTC+05:30: what an IANA zone is ahead of UTC at an instant. */
export const offsetIn = (at: Date, zone: string): string => zoneName(at, 'en', zone, 'longOffset').replace('GMT', 'UTC')

/** The IANA zone of this device, undefined where it does not say. */
export const deviceZone = (): string | undefined => Intl.DateTimeFormat().resolvedOptions().timeZone || undefined

export function isZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}

/** Every IANA zone that is known here. */
export const knownZones = (): readonly string[] => ['UTC', ...Intl.supportedValuesOf('timeZone')]
