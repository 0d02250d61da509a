import type { ComboboxItem, OptionsFilter } from '@mantine/core'
import { knownZones, offsetIn } from '#contract/times.ts'

/** UTC+05:30, with a minus sign as people write it. */
export const offsetOf = (zone: string, at: Date): string => offsetIn(at, zone).replace('-', '−')

/** A zone as people look for it: "New York, America (UTC−05:00)". */
export function zoneLabel(zone: string, at: Date): string {
  const [area, ...place] = zone.replaceAll('_', ' ').split('/')
  const name = place.length > 0 ? `${place.reverse().join(', ')}, ${area}` : area
  return zone === 'UTC' ? 'UTC' : `${name} (${offsetOf(zone, at)})`
}

/** Minutes ahead of UTC, of an offset as `offsetOf` writes it. */
function minutesOf(offset: string): number {
  const [, sign, hours = 0, minutes = 0] = /([+−])(\d+):(\d+)/.exec(offset) ?? []
  return (sign === '−' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/** Every zone that this browser knows, from west to east, and those given besides, even under an older name. */
export function timeZones(at: Date, ...besides: readonly (string | undefined)[]): { value: string; label: string }[] {
  const given = besides.filter(zone => zone !== undefined && zone !== '') as string[]
  const zones = new Set([...knownZones(), ...given])
  return [...zones]
    .map(value => ({ value, label: zoneLabel(value, at), east: minutesOf(offsetOf(value, at)) }))
    .sort((a, b) => a.east - b.east || a.label.localeCompare(b.label))
    .map(({ value, label }) => ({ value, label }))
}

/** What fits best comes first: "UTC" itself, not the westernmost of all zones, whose labels all say UTC. */
export const filterZones: OptionsFilter = ({ options, search, limit }) => {
  const typed = plain(search)
  const ranked = (options as ComboboxItem[])
    .map(option => ({ option, rank: rankOf(option, typed) }))
    .filter(({ rank }) => rank < 4)
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ option }) => option)
}

const plain = (text: string): string => text.trim().toLowerCase().replaceAll('_', ' ').replaceAll('-', '−')

function rankOf({ label, value }: ComboboxItem, typed: string): number {
  const [said, zone] = [plain(label), plain(value)]
  if (said === typed || zone === typed) return 0
  if (said.startsWith(typed)) return 1
  if (said.includes(typed)) return 2
  return zone.includes(typed) ? 3 : 4
}
