import { instantOfMoment, type Moment, momentOf, toWire } from '#features/core/pitch/web/moment.ts'
import { isDay } from '#web/ui/days.ts'

/** What is wrong with the moment of a send, by the rules of the server. */
export type SendProblem = 'required' | 'notADay' | 'noSuchHour' | 'passed' | 'notBeforeStart'

/** [RULE-062, RULE-063] A send lies after now and before the start, as far as that is known. */
export function sendProblem(moment: Moment, start: Date | undefined, now: Date): SendProblem | undefined {
  if (!toWire(moment)) return moment.date && !isDay(moment.date) ? 'notADay' : 'required'
  const at = instantOfMoment(moment)
  if (!at) return 'noSuchHour'
  if (at <= now) return 'passed'
  return start && at >= start ? 'notBeforeStart' : undefined
}

/** The fields of the calls for a complete moment. */
export function sendFields(moment: Moment) {
  const { date = '', time = '', noon = 'AM', zone = '' } = toWire(moment) ?? {}
  return {
    scheduled_send_date: date,
    scheduled_send_time: time,
    scheduled_send_noon: noon,
    scheduled_send_zone: zone,
  } as const
}

const HOUR = 3_600_000

/** The moment that is offered first: nine o'clock tomorrow, or, when the pitch is near, half way until it starts. */
export function firstMoment(start: Date | undefined, zone: string, now: Date): Moment {
  const tomorrow = { ...momentOf(new Date(now.getTime() + 24 * HOUR), zone), time: '09:00' }
  const at = instantOfMoment(tomorrow)
  if (!start || (at && at.getTime() < start.getTime() - HOUR)) return tomorrow
  const half = (now.getTime() + start.getTime()) / 2
  const five = 5 * 60_000
  return momentOf(new Date(Math.ceil(half / five) * five), zone)
}
