import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import { rightNow } from '#server/clock.ts'
import type { Settings } from '#server/settings.ts'

/** The recipient of a calendar entry, and the address that it leads to. */
interface Entry {
  readonly email: string
  readonly name: string
  readonly url: string
}

/**
 * The .ics of a pitch for one recipient. Its UID stays for the pitch's life and its sequence grows, so that a calendar
 * moves or removes its existing entry. Instants are in UTC, which every calendar converts correctly.
 */
export function calendarOf(
  settings: Settings,
  pitch: PitchRow,
  { email, name, url }: Entry,
  cancelled = false,
): string {
  const calendar = ical({
    prodId: { company: 'Rostrum', product: 'Rostrum' },
    method: cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST,
  })
  calendar.createEvent({
    ...entryOf(settings, pitch),
    description: cancelled ? pitch.about : [pitch.about, url].filter(Boolean).join('\n\n'),
    ...(cancelled ? {} : { url, location: url }),
    status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: { name: pitch.presenterName, email: addressOf(settings.mailFrom) },
    attendees: [{ email, ...(name && { name }) }],
  })
  return calendar.toString()
}

/** The same entry as a file that anyone saves: no invitation, and without a link of a person's own. */
export function calendarFile(settings: Settings, pitch: PitchRow): { readonly url: string; readonly ics: string } {
  const url = `${settings.publicUrl}/join-session/${pitch.uuid}`
  const calendar = ical({
    prodId: { company: 'Rostrum', product: 'Rostrum' },
    method: ICalCalendarMethod.PUBLISH,
  })
  calendar.createEvent({
    ...entryOf(settings, pitch),
    description: [pitch.about, url].filter(Boolean).join('\n\n'),
    url,
    location: url,
    status: ICalEventStatus.CONFIRMED,
  })
  return { url, ics: calendar.toString() }
}

/** What every entry of a pitch has, by which calendars know it again. */
const entryOf = (settings: Settings, pitch: PitchRow) => ({
  id: `${pitch.uuid}@${new URL(settings.publicUrl).hostname}`,
  sequence: pitch.calendarSequence,
  stamp: rightNow(),
  start: pitch.startsAt,
  end: pitch.endsAt,
  summary: pitch.presentationName,
})

/** "Rostrum <no-reply@example.com>" as its bare address. */
const addressOf = (sender: string) => /<([^<>]+)>/.exec(sender)?.[1] ?? sender
