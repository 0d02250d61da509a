import { describe, expect, it } from 'vitest'
import { viewStateOf } from './viewState.ts'

const seen = { status: 2, presenterHere: true, slideReady: true }

describe('the view of an attendee', () => {
  it('[STATE-016] is about to start while the status is 0', () => {
    expect(viewStateOf({ ...seen, status: 0 })).toBe('aboutToStart')
    expect(viewStateOf({ status: 0, presenterHere: false, slideReady: false })).toBe('aboutToStart')
  })
  it('[STATE-017] is starting from the start until the first slide stands', () => {
    expect(viewStateOf({ ...seen, slideReady: false })).toBe('starting')
  })
  it('is live while a presenter is connected', () => {
    expect(viewStateOf(seen)).toBe('live')
  })
  it('[STATE-015] is paused while no presenter is connected', () => {
    expect(viewStateOf({ ...seen, presenterHere: false })).toBe('paused')
  })
  it('[STATE-015] is paused while a presenter wants it so', () => {
    expect(viewStateOf({ ...seen, paused: true })).toBe('paused')
    expect(viewStateOf({ ...seen, paused: true, status: 3 })).toBe('over')
  })
  it('[STATE-018] is over from the end on, with or without a presenter', () => {
    for (const status of [3, 4]) expect(viewStateOf({ ...seen, status, presenterHere: false })).toBe('over')
  })
})
