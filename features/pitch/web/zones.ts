import { IANAZone } from 'luxon'

/** UTC+05:30, as it is at that instant. */
export function offsetOf(zone: string, at: Date): string {
  const minutes = IANAZone.create(zone).offset(at.getTime())
  if (Number.isNaN(minutes)) return 'UTC'
  const size = Math.abs(minutes)
  const parts = [Math.floor(size / 60), size % 60].map(part => String(part).padStart(2, '0'))
  return `UTC${minutes < 0 ? '−' : '+'}${parts.join(':')}`
}

/** A zone as people look for it: "New York, America (UTC−05:00)". */
export function zoneLabel(zone: string, at: Date): string {
  const [area, ...place] = zone.replaceAll('_', ' ').split('/')
  const name = place.length > 0 ? `${place.reverse().join(', ')}, ${area}` : area
  return zone === 'UTC' ? 'UTC' : `${name} (${offsetOf(zone, at)})`
}

/** Every zone that this browser knows, from west to east, and those given besides. */
export function zoneOptions(at: Date, besides: readonly string[]): { value: string; label: string }[] {
  const zones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...besides.filter(Boolean)])
  return [...zones]
    .map(value => ({ value, label: zoneLabel(value, at), offset: IANAZone.create(value).offset(at.getTime()) }))
    .sort((a, b) => a.offset - b.offset || a.label.localeCompare(b.label))
    .map(({ value, label }) => ({ value, label }))
}
