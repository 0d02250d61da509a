/** An entry of a calendar, as calendars in a browser take it by its address. */
interface Entry {
  readonly title: string
  /** Instants. */
  readonly starts: string
  readonly ends: string
  readonly url: string
}

/** The calendars in a browser that take an entry by its address, by their names. */
export function calendarLinks({ title, starts, ends, url }: Entry): [name: string, url: string][] {
  const stamp = (at: string) => at.replace(/[-:]|\.\d+/g, '')
  const google = new URLSearchParams({
    ...{ action: 'TEMPLATE', text: title, dates: `${stamp(starts)}/${stamp(ends)}`, details: url, location: url },
  })
  const outlook = new URLSearchParams({
    ...{ path: '/calendar/action/compose', rru: 'addevent', subject: title, startdt: starts, enddt: ends },
    ...{ body: url, location: url },
  })
  return [
    ['Google Calendar', `https://calendar.google.com/calendar/render?${google}`],
    ['Outlook.com', `https://outlook.live.com/calendar/0/deeplink/compose?${outlook}`],
    ['Microsoft 365', `https://outlook.office.com/calendar/0/deeplink/compose?${outlook}`],
  ]
}
