import { describe, expect, it } from 'vitest'
import type { PitchRow } from '#features/core/pitch/server/queries.ts'
import type { Settings } from '#server/settings.ts'
import { calendarFile, calendarOf } from './calendar.ts'

const settings = { publicUrl: 'https://pitch.example', mailFrom: 'Rostrum <no-reply@pitch.example>' } as Settings
const pitch = (more: Partial<PitchRow> = {}) =>
  ({
    ...{ uuid: '00000000-0000-4000-8000-000000000001', presentationName: 'Harbor lights', presenterName: 'Paul Reyes' },
    ...{ about: 'Cranes; that, see', calendarSequence: 3 },
    ...{ startsAt: new Date('2026-11-01T05:30:00Z'), endsAt: new Date('2026-11-01T06:30:00Z') },
    ...more,
  }) as PitchRow
const reader = {
  email: 'grace@fund.example',
  name: 'Grace',
  url: 'https://pitch.example/join-session/1?access_token=x',
}

const unfolded = (ics: string) => ics.replaceAll('\r\n ', '').split('\r\n')
const named = (ics: string, name: string) => unfolded(ics).filter(line => new RegExp(`^${name}[:;]`).test(line))

describe('the entry of a pitch in calendars', () => {
  it('has all that Outlook, Apple and Google ask of an invitation, and of its cancellation', () => {
    const invited = calendarOf(settings, pitch(), reader)
    const cancelled = calendarOf(settings, pitch({ calendarSequence: 4 }), reader, true)
    const both = [
      ['UID', 'UID:00000000-0000-4000-8000-000000000001@pitch.example'],
      ['DTSTART', 'DTSTART:20261101T053000Z'],
      ['DTEND', 'DTEND:20261101T063000Z'],
      ['ORGANIZER', 'ORGANIZER;CN="Paul Reyes":mailto:no-reply@pitch.example'],
      ['SUMMARY', 'SUMMARY:Harbor lights'],
    ] as const
    for (const ics of [invited, cancelled]) {
      for (const [name, line] of both) expect(named(ics, name)).toEqual([line])
      expect(named(ics, 'DTSTAMP')).toEqual([expect.stringMatching(/^DTSTAMP:\d{8}T\d{6}Z$/)])
      expect(named(ics, 'ATTENDEE')).toEqual([expect.stringMatching(/;CN="Grace":mailto:grace@fund\.example$/i)])
      expect(unfolded(ics).slice(0, 2)).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0'])
    }
    const of = (ics: string) => ['METHOD', 'SEQUENCE', 'STATUS'].map(name => named(ics, name)[0])
    expect(of(invited)).toEqual(['METHOD:REQUEST', 'SEQUENCE:3', 'STATUS:CONFIRMED'])
    expect(of(cancelled)).toEqual(['METHOD:CANCEL', 'SEQUENCE:4', 'STATUS:CANCELLED'])
    // who is no longer invited keeps no way in
    expect(cancelled).not.toContain('access_token')
  })

  it('lets no name of a person, pitch or text become a line or a parameter of its own', () => {
    const evil = 'Ada "A";\r\nATTENDEE:mailto:evil@evil.example\nX-ALT-DESC:<b>,:^'
    const words = pitch({ presentationName: evil, presenterName: evil, about: evil })
    for (const ics of [
      calendarOf(settings, words, { ...reader, name: evil }),
      calendarOf(settings, words, { ...reader, name: evil }, true),
      calendarFile(settings, words).ics,
    ]) {
      expect(unfolded(ics).filter(line => /^(X-ALT|ATTENDEE:)/.test(line))).toEqual([])
      expect(named(ics, 'ATTENDEE').length).toBeLessThan(2)
      // a name stands in quotes, which hold neither quotes nor line breaks (RFC 6868)
      for (const line of [...named(ics, 'ORGANIZER'), ...named(ics, 'ATTENDEE')])
        expect(line).toMatch(/;CN="Ada \^'A\^';\^nATTENDEE[^"]*":mailto:[a-z-]+@[a-z.]+$/i)
    }
  })

  it('has lines of 75 bytes at most, also in Chinese, and none that ends within a sign', () => {
    const ics = calendarOf(settings, pitch({ presentationName: '港口的灯光与起重机🏗'.repeat(12) }), reader)
    expect(ics.split('\r\n').filter(line => Buffer.byteLength(line) > 75 || line.includes('\uFFFD'))).toEqual([])
    expect(named(ics, 'SUMMARY')).toEqual([`SUMMARY:${'港口的灯光与起重机🏗'.repeat(12)}`])
  })
})
