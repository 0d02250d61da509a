import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { roles } from '#contract/call.ts'
import {
  hasStarted,
  isBeforeStart,
  isCalendarDate,
  isLockedFor,
  manages,
  mayBeDeleted,
  nextPitchState,
  type PitchAction,
  peopleAreDistinct,
  pitchStates,
  presents,
  wireStatus,
} from './rules.ts'

const actions: PitchAction[] = ['schedule', 'deliver', 'start', 'end', 'finish']

describe('nextPitchState', () => {
  it('[STATE-004, STATE-005, STATE-006, STATE-007, STATE-008] leads from draft to over, and never back by itself', () => {
    const path: (string | undefined)[] = ['draft']
    for (const action of actions) path.push(nextPitchState(path.at(-1) as 'draft', action))
    expect(path).toEqual(pitchStates)
    for (const [index, state] of pitchStates.entries())
      for (const action of actions) {
        const next = nextPitchState(state, action) ?? state
        expect(pitchStates.indexOf(next)).toBeGreaterThanOrEqual(index)
      }
  })

  it('starts only what is scheduled or delivered, ends only what is live, and does each once', () => {
    const may = (action: PitchAction) => pitchStates.filter(state => nextPitchState(state, action))
    expect(may('schedule')).toEqual(['draft'])
    expect(may('deliver')).toEqual(['scheduled', 'delivered', 'inProgress'])
    expect(may('start')).toEqual(['scheduled', 'delivered'])
    expect(may('end')).toEqual(['inProgress'])
    expect(may('finish')).toEqual(['processing'])
  })

  it('[STATE-030, STATE-032] restarts and resets only what is over: to delivered, to undelivered', () => {
    for (const [action, to] of [
      ['restart', 'delivered'],
      ['reset', 'scheduled'],
    ] as const)
      expect(pitchStates.map(state => nextPitchState(state, action))).toEqual([...Array(5).fill(undefined), to])
  })

  it('[STATE-001, STATE-002, STATE-003] is 0 on the wire before the start, 2 while live, and other numbers after', () => {
    expect(pitchStates.map(wireStatus)).toEqual([0, 0, 0, 2, 3, 4])
    expect(pitchStates.filter(isBeforeStart)).toEqual(['draft', 'scheduled', 'delivered'])
    expect(pitchStates.filter(hasStarted)).toEqual(['inProgress', 'processing', 'over'])
    expect(pitchStates.filter(state => !mayBeDeleted(state))).toEqual(['inProgress', 'processing'])
  })
})

describe('peopleAreDistinct', () => {
  it('[RULE-064] finds one person in two places, whatever the case of their address', () => {
    expect(peopleAreDistinct('a@x', ['b@x'], ['c@x', 'd@x'])).toBe(true)
    expect(peopleAreDistinct('a@x', [], [])).toBe(true)
    for (const [coHosts, moderators] of [
      [['A@x'], []],
      [[], [' a@x ']],
      [['b@x'], ['B@X']],
      [['b@x', 'b@x'], []],
    ] as [string[], string[]][])
      expect(peopleAreDistinct('a@x', coHosts, moderators)).toBe(false)
  })
})

it('[STATE-028, STATE-029] locks a pitch for everybody but its administrators', () => {
  const locked = (...held: string[]) => isLockedFor(true, held)
  expect(roles.filter(role => !locked(role)).sort()).toEqual(['admin', 'pitchadmin', 'superadmin'])
  expect(locked('presenter', 'admin')).toBe(false)
  expect(roles.some(role => isLockedFor(false, [role]))).toBe(false)
})

it('tells presenters from managers', () => {
  const parts = ['owner', 'coHost', 'moderator', 'admin', 'attendee'] as const
  expect(parts.filter(presents)).toEqual(['owner', 'coHost'])
  expect(parts.filter(manages)).toEqual(['owner', 'coHost', 'admin'])
})

it('isCalendarDate knows every day of the calendar and no other', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('2000-01-01'), max: new Date('2999-12-31'), noInvalidDate: true }), day => {
      const [year, month, date] = day.toISOString().slice(0, 10).split('-')
      expect(isCalendarDate(`${month}/${date}/${year}`)).toBe(true)
    }),
  )
  for (const none of [
    '02/29/2027',
    '02/30/2028',
    '00/10/2027',
    '13/10/2027',
    '04/31/2027',
    '01/01/1999',
    '01/01/3000',
    '',
  ])
    expect(isCalendarDate(none)).toBe(false)
})
