import { instantOf, type WireMoment, wireMoment } from '../schedule.ts'

/** A moment as the pickers hold it: YYYY-MM-DD (or what was typed instead), HH:mm in 24 hours, an IANA zone. */
export interface Moment {
  readonly date: string
  readonly time: string
  readonly zone: string
}

const pad = (part: number) => String(part).padStart(2, '0')

/** A moment on the wire; undefined while a part is missing. */
export function toWire({ date, time, zone }: Moment): WireMoment | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? []
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})/.exec(time) ?? []
  if (!year || hours === undefined || !zone) return undefined
  const hour = Number(hours)
  return {
    date: `${month}/${day}/${year}`,
    time: `${pad(hour % 12 || 12)}:${minutes}`,
    noon: hour < 12 ? 'AM' : 'PM',
    zone,
  }
}

/** A moment of the wire as the pickers hold it. */
export const fromWire = ({ date, time, noon, zone }: WireMoment): Moment => {
  const [month, day, year] = date.split('/')
  const [hours = '0', minutes] = time.split(':')
  return {
    date: `${year}-${month}-${day}`,
    time: `${pad((Number(hours) % 12) + (noon === 'PM' ? 12 : 0))}:${minutes}`,
    zone,
  }
}

/** The instant that a moment means, undefined while it is incomplete or no clock shows it. */
export function instantOfMoment(moment: Moment): Date | undefined {
  const wire = toWire(moment)
  return wire && instantOf(wire)
}

/** The moment that a zone's clocks show at an instant. */
export const momentOf = (instant: Date, zone: string): Moment => fromWire(wireMoment(instant, zone))
