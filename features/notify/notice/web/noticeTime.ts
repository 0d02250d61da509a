/**
 * [CONST-035, CONST-036] When something happened, as MM/DD/YY HH:mm z, in the reader's IANA zone. Instants come in UTC,
 * so nothing depends on the zone that a server happens to run in.
 */
export function noticeTime(at: string, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    year: '2-digit',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
    timeZone: zone,
  }).formatToParts(new Date(at))
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find(part => part.type === type)?.value ?? ''
  return `${of('month')}/${of('day')}/${of('year')} ${of('hour')}:${of('minute')} ${of('timeZoneName')}`
}
