/** The fields of a calendar entry. */
export interface CalendarEntry {
  readonly uuid: string
  readonly title: string
  readonly presenter: string
  /** ISO 8601 */
  readonly start: string
  readonly end: string
  /** The address of the event. */
  readonly url: string
}

/** The calendar file (RFC 5545) of one pitch, without a METHOD, so that it is an entry and no invitation. */
export function calendarOf({ uuid, title, presenter, start, end, url }: CalendarEntry, now: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Rostrum//Pitch//EN',
    'BEGIN:VEVENT',
    `UID:${uuid}@own.rostrum`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(new Date(start))}`,
    `DTEND:${stamp(new Date(end))}`,
    `SUMMARY:${text(title)}`,
    `DESCRIPTION:${text(`${presenter}\n${url}`)}`,
    `LOCATION:${text(url)}`,
    `URL:${url}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${text(title)}`,
    'TRIGGER:-PT10M',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.flatMap(folded).join('\r\n')}\r\n`
}

const stamp = (at: Date) => at.toISOString().replace(/[-:]|\.\d+/g, '')
const text = (value: string) => value.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')

/** Folds a line to 75 bytes; each continuation begins with a space. */
function folded(line: string): string[] {
  const parts: string[] = []
  let part = ''
  const bytes = (value: string) => new TextEncoder().encode(value).length
  for (const character of line) {
    if (bytes(part + character) > 75) {
      parts.push(part)
      part = ' '
    }
    part += character
  }
  return [...parts, part]
}
