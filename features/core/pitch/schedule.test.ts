import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instantOf, wireMoment } from './schedule.ts'

const at = (date: string, time: string, noon: 'AM' | 'PM', zone: string) =>
  instantOf({ date, time, noon, zone })?.toISOString()

describe('[ENT-004, ENT-005] the moment of a pitch', () => {
  it('is the wall clock of its zone', () => {
    expect(at('11/24/2026', '10:00', 'AM', 'America/New_York')).toBe('2026-11-24T15:00:00.000Z')
    expect(at('11/24/2026', '12:30', 'AM', 'Asia/Shanghai')).toBe('2026-11-23T16:30:00.000Z')
    expect(at('07/01/2026', '12:00', 'PM', 'Europe/Berlin')).toBe('2026-07-01T10:00:00.000Z')
  })

  it('takes the first of an hour that comes twice', () => {
    expect(at('11/01/2026', '01:30', 'AM', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z')
  })

  it('makes an evening an hour shorter when summer begins in it, and an hour longer when it ends', () => {
    const hours = (date: string, zone: string) => {
      const [from, to] = [at(date, '12:30', 'AM', zone), at(date, '04:30', 'AM', zone)]
      return (Date.parse(to ?? '') - Date.parse(from ?? '')) / 3_600_000
    }
    for (const [zone, spring, autumn] of [
      ['America/New_York', '03/14/2027', '11/07/2027'],
      ['Europe/Berlin', '03/28/2027', '10/31/2027'],
      ['Australia/Sydney', '10/03/2027', '04/04/2027'],
    ] as const)
      expect([hours(spring, zone), hours('06/15/2027', zone), hours(autumn, zone)]).toEqual([3, 4, 5])
  })

  it('is the same whatever zone the server’s machine is in', () => {
    const script = `import { instantOf, wireMoment } from '${new URL('./schedule.ts', import.meta.url)}'
      const of = (date, time, noon, zone) => instantOf({ date, time, noon, zone })?.toISOString()
      console.log(of('03/14/2027', '03:30', 'AM', 'America/New_York'), of('10/31/2027', '02:30', 'AM', 'Europe/Berlin'),
        JSON.stringify(wireMoment(new Date('2027-11-07T06:30:00Z'), 'America/New_York')))`
    const said = ['UTC', 'America/New_York', 'Europe/Berlin', 'Pacific/Apia'].map(TZ =>
      execFileSync(process.execPath, ['--input-type=module', '-e', script], { env: { TZ }, encoding: 'utf8' }),
    )
    expect(new Set(said).size).toBe(1)
    expect(said[0]).toMatch('2027-03-14T07:30:00.000Z 2027-10-31T00:30:00.000Z')
  })

  it.each([
    ['an hour that spring leaves out', '03/08/2026', '02:30', 'AM', 'America/New_York'],
    ['a day that no month has', '02/30/2026', '10:00', 'AM', 'UTC'],
    ['an hour that no clock has', '11/24/2026', '13:00', 'PM', 'UTC'],
    ['the hour 00', '11/24/2026', '00:10', 'AM', 'UTC'],
    ['an unknown zone', '11/24/2026', '10:00', 'AM', 'Mars/Olympus'],
  ] as const)('does not exist for %s', (_, date, time, noon, zone) =>
    expect(at(date, time, noon, zone)).toBeUndefined(),
  )

  it('comes back from every instant, to the minute', () => {
    const zones = fc.constantFrom('UTC', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Asia/Shanghai')
    const minutes = fc.integer({ min: Date.UTC(2026, 0) / 60_000, max: Date.UTC(2031, 0) / 60_000 })
    fc.assert(
      fc.property(minutes, zones, (minute, zone) => {
        const back = instantOf(wireMoment(new Date(minute * 60_000), zone))
        const hoursOff = ((back?.getTime() ?? 0) / 60_000 - minute) / -60
        // the second of a doubled hour reads as the first
        expect([0, 1, 0.5]).toContain(Math.abs(hoursOff))
      }),
    )
  })
})
