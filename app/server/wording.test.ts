import { describe, expect, it } from 'vitest'
import { type ErrorCode, errors } from '#contract/errors.ts'
import { wordingOf } from './wording.ts'

describe('a failure', () => {
  it('has English words for people beside its code, with the numbers that it names', () => {
    expect(wordingOf('PitchNotFound')).toBe('This pitch doesn’t exist, or you don’t have access to it.')
    expect(wordingOf('ChatTooSoon', { seconds: '12' })).toBe('Slow mode: you can post again in 12 seconds.')
    for (const code of Object.keys(errors) as ErrorCode[]) expect(wordingOf(code), code).toMatch(/ |!/)
  })
})
