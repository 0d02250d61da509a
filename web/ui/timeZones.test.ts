import type { ComboboxItem } from '@mantine/core'
import { expect, it } from 'vitest'
import { filterZones, timeZones } from './timeZones.ts'

const winter = new Date('2026-01-15T12:00:00Z')
const zones = timeZones(winter, 'Asia/Calcutta')
const found = (search: string) =>
  (filterZones({ options: zones, search, limit: 60 }) as ComboboxItem[]).map(({ value }) => value)

it('calls every zone by its place and its offset, from west to east', () => {
  expect(zones.find(({ value }) => value === 'America/New_York')?.label).toBe('New York, America (UTC−05:00)')
  expect(zones.find(({ value }) => value === 'Asia/Calcutta')?.label).toBe('Calcutta, Asia (UTC+05:30)')
  const order = ['Pacific/Midway', 'America/New_York', 'Europe/London', 'Asia/Tokyo', 'Pacific/Kiritimati']
  const at = order.map(zone => zones.findIndex(({ value }) => value === zone))
  expect(at).toEqual([...at].sort((a, b) => a - b))
})

it('finds UTC by its name, though all labels say UTC', () => {
  expect(found('UTC')[0]).toBe('UTC')
  expect(found('utc ')[0]).toBe('UTC')
})

it('finds a zone by its place, its name and its offset', () => {
  expect(found('new york')[0]).toBe('America/New_York')
  expect(found('America/New_York')[0]).toBe('America/New_York')
  expect(found('+09:00')).toContain('Asia/Tokyo')
  expect(found('UTC-05:00').length).toBeGreaterThan(0)
  expect(found('nowhere at all')).toEqual([])
})
