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
