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
