import { expect, it } from 'vitest'
import { count } from './check.mjs'

const unit = { numPassedTests: 40, numFailedTests: 2, success: false }
const browser = { stats: { expected: 7, unexpected: 1, flaky: 1, skipped: 3 }, errors: [] }

it('adds up both runners’ reports', () => {
  expect(count(unit, browser)).toEqual({ passed: 48, failed: 3 })
})

it('counts a file that could not be loaded, which has no tests of its own', () => {
  expect(count({ numPassedTests: 40, numFailedTests: 0, success: false }, undefined)).toEqual({ passed: 40, failed: 1 })
  expect(count(undefined, { ...browser, stats: { expected: 0, unexpected: 0, flaky: 0 }, errors: [{}] })).toEqual({
    passed: 0,
    failed: 1,
  })
})

it('counts nothing if a step before the tests has failed', () => {
  expect(count(undefined, undefined)).toEqual({ passed: 0, failed: 0 })
})
