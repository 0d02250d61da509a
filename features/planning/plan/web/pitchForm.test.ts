import { describe, expect, it } from 'vitest'
import { instantOfMoment } from '#features/core/pitch/web/moment.ts'
import { problemsOf } from './formProblems.ts'
import { emptyForm, fieldsOf, formOf, type PitchForm, withStart } from './pitchForm.ts'
import { pitchDetail } from './testPitch.ts'

const now = new Date('2026-11-20T12:00:00Z')
const owner = 'ada@quill.example'
const zone = 'America/New_York'
const at = (date: string, time: string, where = zone) => ({ date, time, zone: where })
const whole: PitchForm = {
  ...emptyForm('Ada Okafor', zone),
  presentation_name: 'Seed round',
  start: at('2026-11-24', '10:00'),
  end: at('2026-11-24', '11:00'),
}
const problems = (more: Partial<PitchForm> = {}, storedStart?: Date) =>
  problemsOf({ ...whole, ...more }, { owner, now, storedStart })

describe('the form of a pitch', () => {
  it('[ENT-004, ENT-005] is sent as MM/DD/YYYY, hh:mm, AM or PM and an IANA zone', () => {
    expect(fieldsOf({ ...whole, end: at('2026-11-25', '00:05', 'Asia/Shanghai') })).toMatchObject({
      start_date: '11/24/2026',
      start_time: '10:00',
      start_noon: 'AM',
      start_zone: 'America/New_York',
      end_date: '11/25/2026',
      end_time: '12:05',
      end_noon: 'AM',
      end_zone: 'Asia/Shanghai',
    })
    expect(fieldsOf({ ...whole, start: at('2026-11-24', '12:30') })).toMatchObject({
      start_time: '12:30',
      start_noon: 'PM',
    })
  })

  it('[RULE-031] sends several helpers separated by commas', () => {
    expect(fieldsOf({ ...whole, co_host: ['a@b.co', 'c@d.co'] }).co_host).toBe('a@b.co,c@d.co')
  })

  it('comes back from a stored pitch as it was', () => {
    const pitch = pitchDetail()
    const { start, end } = formOf(pitch)
    expect(instantOfMoment(start)?.toISOString()).toBe(pitch.start_date_raw)
    expect(instantOfMoment(end)?.toISOString()).toBe(pitch.end_date_raw)
    expect(fieldsOf(formOf(pitch))).toMatchObject({ start_date: '11/24/2031', start_time: '10:00', start_noon: 'AM' })
  })

  it('lets the end follow the start by an hour, and keep its distance once it was chosen', () => {
    const begun = withStart(emptyForm('', zone), at('2026-11-24', '23:30'))
    expect(begun.end).toEqual(at('2026-11-25', '00:30'))
    const longer = { ...begun, end: at('2026-11-25', '01:30') }
    expect(withStart(longer, at('2026-11-26', '09:00')).end).toEqual(at('2026-11-26', '11:00'))
  })
})

describe('what is wrong with a pitch', () => {
  it('is nothing when it is whole', () => expect(problems()).toEqual({}))

  it('[RULE-057] a missing start', () => {
    expect(problems({ start: at('', '') }).start).toBe('startRequired')
    expect(problems({ start: at('2026-11-24', '') }).start).toBe('startRequired')
  })

  it('[RULE-058] a missing end', () => expect(problems({ end: at('2026-11-24', '') }).end).toBe('endRequired'))

  it('[RULE-059] an end before the start', () => {
    expect(problems({ end: at('2026-11-24', '09:59') }).end).toBe('endNotAfterStart')
    // 22:30 in Shanghai is 9:30 in New York
    expect(problems({ end: at('2026-11-24', '22:30', 'Asia/Shanghai') }).end).toBe('endNotAfterStart')
  })

  it('[RULE-060] an end that is the start', () => {
    expect(problems({ end: at('2026-11-24', '10:00') }).end).toBe('endNotAfterStart')
    expect(problems({ end: at('2026-11-24', '10:01') })).toEqual({})
  })

  it('a start that has passed, unless it stood there before', () => {
    const start = at('2026-11-19', '10:00')
    expect(problems({ start }).start).toBe('startInThePast')
    expect(problems({ start }, instantOfMoment(start))).toEqual({})
  })

  it.each([
    ['2026-11-25T05:30:00Z', 'America/Los_Angeles', { today: '2026-11-24', before: '2026-11-23' }],
    ['2026-11-24T12:00:00Z', 'Pacific/Kiritimati', { today: '2026-11-25', before: '2026-11-24' }],
    ['2026-11-25T23:59:00Z', 'UTC', { today: '2026-11-25', before: '2026-11-24' }],
    ['2026-11-25T00:00:00Z', 'UTC', { today: '2026-11-25', before: '2026-11-24' }],
  ])('a day that is over on the clocks of the pitch, wherever the device is (%s, %s)', (instant, there, day) => {
    const before = process.env['TZ']
    for (const here of ['Pacific/Pago_Pago', 'UTC', 'Pacific/Auckland']) {
      process.env['TZ'] = here
      const wrong = (date: string, time: string) =>
        problemsOf({ ...whole, start: at(date, time, there), end: at('', '', there) }, { now: new Date(instant) }).start
      expect(wrong(day.today, ''), here).toBe('startRequired')
      expect(wrong(day.today, '23:59'), here).toBeUndefined()
      expect(wrong(day.before, ''), here).toBe('startInThePast')
      expect(wrong(day.before, '12:00'), here).toBe('startInThePast')
    }
    if (before === undefined) delete process.env['TZ']
    else process.env['TZ'] = before
  })

  it('an hour that no clock shows', () => {
    expect(problems({ start: at('2027-03-14', '02:30'), end: at('2027-03-14', '05:00') }).start).toBe('noSuchHour')
  })

  it.each([
    ['co-host and presenter', { co_host: [owner] }, 'co_host'],
    ['moderator and presenter', { moderator: ['ADA@quill.example'] }, 'moderator'],
    [
      'Presenter, co-hosts, and moderators must be different people.',
      { co_host: ['carl@quill.example'], moderator: ['carl@quill.example'] },
      'moderator',
    ],
  ] as const)('[RULE-064] the same person as %s', (_, people, field) => {
    expect(problems(people)).toEqual({ [field]: 'peopleNotDistinct' })
  })

  it('a helper that is no address, or too many of them', () => {
    expect(problems({ moderator: ['mona'] }).moderator).toBe('notAnAddress')
    const many = Array.from({ length: 21 }, (_, n) => `p${n}@quill.example`)
    expect(problems({ co_host: many }).co_host).toBe('tooManyPeople')
  })

  it('a missing name, of the pitch or of its presenter', () => {
    expect(problems({ presentation_name: ' ', presenter_name: '' })).toEqual({
      presentation_name: 'nameRequired',
      presenter_name: 'presenterRequired',
    })
  })
})
