import { DateTime, IANAZone } from 'luxon'

/** A moment as the wire writes it: MM/DD/YYYY, hh:mm, AM or PM, an IANA zone. ENT-004, ENT-005 */
export interface WireMoment {
  readonly date: string
  readonly time: string
  readonly noon: 'AM' | 'PM'
  readonly zone: string
}

const written = 'MM/dd/yyyy hh:mm a'
const english = { locale: 'en-US' } as const

/**
 * The instant of a moment on the wall clocks of its zone, or undefined when no clock there ever shows it. Of an hour
 * that comes twice in autumn the first one counts; an hour that spring leaves out does not exist.
 */
export function instantOf({ date, time, noon, zone }: WireMoment): Date | undefined {
  if (!IANAZone.isValidZone(zone)) return undefined
  const moment = DateTime.fromFormat(`${date} ${time} ${noon}`, written, { ...english, zone })
  if (!moment.isValid || moment.toFormat(written, english) !== `${date} ${time} ${noon}`) return undefined
  const [first] = moment.getPossibleOffsets()
  return (first ?? moment).toJSDate()
}

/** An instant as the clocks of a zone show it. */
export function wireMoment(instant: Date, zone: string): WireMoment {
  const moment = DateTime.fromJSDate(instant, { zone }).reconfigure(english)
  return {
    date: moment.toFormat('MM/dd/yyyy'),
    time: moment.toFormat('hh:mm'),
    noon: moment.hour < 12 ? 'AM' : 'PM',
    zone,
  }
}
