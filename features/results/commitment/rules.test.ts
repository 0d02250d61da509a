import { describe, expect, it } from 'vitest'
import { parseInitials } from './rules.ts'

describe('parseInitials', () => {
  it.each(['II', 'abc', 'ÉÀ', '王伟', '林', 'ЖД', 'ABCD', 'ｱｲ'])('[RULE-088] takes %j', text => {
    expect(parseInitials(text)).toBe(text.normalize('NFKC'))
  })

  it.each([
    '',
    'A',
    'ABCDE',
    'A1',
    '12',
    'A.B',
    'A B',
    '<b',
    '🙂🙂',
    'A\u200bB',
    '=A',
    "A'",
    `A${'\u0301'.repeat(50)}B`,
  ])('[RULE-087, RULE-088] refuses %j', text => {
    expect(parseInitials(text)).toBeUndefined()
  })
})
