/** `GMT-5` of a zone at this moment. */
function offsetOf(zone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts()
  return parts.find(part => part.type === 'timeZoneName')?.value ?? ''
}

/** Every zone that the browser knows, `chosen` among them even under an older name, with its offset today. */
export function timeZones(chosen?: string): { value: string; label: string }[] {
  const known = Intl.supportedValuesOf('timeZone')
  const all = chosen && !known.includes(chosen) ? [chosen, ...known] : known
  return all.map(zone => ({ value: zone, label: `${zone.replaceAll('_', ' ')} (${offsetOf(zone)})` }))
}
