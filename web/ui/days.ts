/** A day, YYYY-MM-DD, as its first and its last instant on this device's clocks. */
export const dayStart = (day: string): string => instant(day, 0)
export const dayEnd = (day: string): string => instant(day, 1)

function instant(day: string, daysLater: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(new Date(year, month - 1, date + daysLater).getTime() - daysLater).toISOString()
}

/** Whether a text is a day of the calendar, YYYY-MM-DD. */
export const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00`))

/** From one day to another, as it stands in the address bar: 2026-11-01_2026-11-30. The end may be open. */
export function daysOf(range: string | undefined): [from: string | undefined, to: string | undefined] {
  const [from, to] = range?.split('_') ?? []
  return [isDay(from) ? from : undefined, isDay(to) ? to : undefined]
}
export const rangeOf = (from: string | null, to: string | null): string => (from ? `${from}_${to ?? ''}` : '')

/** A typed day as YYYY-MM-DD: 2026-11-24, 11/24/2026, 24.11.2026, Nov 24, 2026 or 2026年11月24日; null for none. */
export function dayWritten(text: string): string | null {
  const typed = text.trim()
  const [, y, m, d] =
    /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})/.exec(typed) ??
    reorder(/^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(typed), [3, 1, 2]) ??
    reorder(/^(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4})$/.exec(typed), [3, 2, 1]) ??
    inWords(typed) ??
    []
  const [year, month, day] = [Number(y), Number(m), Number(d)]
  const date = new Date(Date.UTC(year, month - 1, day))
  if (!y || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  return date.toISOString().slice(0, 10)
}

const reorder = (found: RegExpExecArray | null, order: readonly number[]) =>
  found && ['', ...order.map(at => found[at])]

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Nov 24, 2026 or 24 November 2026, with or without the day of the week. */
function inWords(typed: string) {
  const words = typed.toLowerCase().match(/[a-z]+|\d+/g) ?? []
  const month = words.map(word => months.findIndex(name => word.startsWith(name))).find(at => at >= 0)
  const day = words.find(word => /^\d{1,2}$/.test(word))
  const year = words.find(word => /^\d{4}$/.test(word))
  return month === undefined ? undefined : ['', year, String(month + 1), day]
}
