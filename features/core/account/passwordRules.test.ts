import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brokenPasswordRules } from './passwordRules.ts'

describe('brokenPasswordRules', () => {
  it.each(['violet Harbour 27', 'пароль 27 wörter', '三个字 abx 9 汉字', 'x7'.repeat(32)])('lets %s pass', password => {
    expect(brokenPasswordRules(password)).toEqual([])
  })

  it('[RULE-005, CONST-029] wants at least 8 characters', () => {
    expect(brokenPasswordRules('kq7wmzt')).toEqual(['tooShort'])
    expect(brokenPasswordRules('kq7wmztx')).toEqual([])
    expect(brokenPasswordRules('   kq7wmz   ')).toEqual(['tooShort'])
  })

  it('[RULE-006, CONST-029] wants at most 64 characters, counted as people count them', () => {
    expect(brokenPasswordRules('k7'.repeat(32))).toEqual([])
    expect(brokenPasswordRules(`${'k7'.repeat(32)}m`)).toEqual(['tooLong'])
    expect(brokenPasswordRules(`${'𠮷k7'.repeat(21)}x`)).toEqual([])
  })

  it('[RULE-007] wants a digit', () => {
    expect(brokenPasswordRules('harbourlight')).toEqual(['noDigit'])
  })

  it('[RULE-008] wants a lowercase letter', () => {
    expect(brokenPasswordRules('HARBOURLIGHT7')).toEqual(['noLowercase'])
  })

  it.each([
    'harbour\u0000light7',
    'harbour\u200blight7',
    'harbour\nlight7',
    'harbour\ud800light7',
    'harbour\u2028light7',
  ])('[RULE-009] refuses an invisible character: %j', password => {
    expect(brokenPasswordRules(password)).toEqual(['illegalCharacter'])
  })

  it.each(['harbour1111x', 'harbooour 7 oooo', 'h7    arbour'])('[RULE-010] refuses four in a row: %s', password => {
    expect(brokenPasswordRules(password)).toEqual(['fourRepeating'])
  })

  it('[RULE-010] lets three in a row pass', () => {
    expect(brokenPasswordRules('harbour111x')).toEqual([])
  })

  it.each(['harbour1234', 'harbour9876', 'xabcdx77', 'kwXyZ 77 q', 'h7 dcba h7'])(
    '[RULE-011] refuses four that follow each other: %s',
    password => {
      expect(brokenPasswordRules(password)).toEqual(['fourSequential'])
    },
  )

  it.each(['harbour123', 'xabc7efgx', 'h89:;h7 harbour'])(
    '[RULE-011] lets three, or letters beside digits, pass: %s',
    password => {
      expect(brokenPasswordRules(password)).toEqual([])
    },
  )

  it.each([
    'password1',
    'P@ssw0rd2026!',
    'welcome123',
    '1q2w3e4r',
    'qwerty12',
    'iloveyou7',
    'Admin2026',
    '2026rostrum',
  ])('refuses what everybody tries first: %s', password => {
    expect(brokenPasswordRules(password)).toContain('tooCommon')
  })

  it('names every broken rule at once, in the order in which they are shown', () => {
    expect(brokenPasswordRules('')).toEqual(['tooShort', 'noDigit', 'noLowercase'])
    expect(brokenPasswordRules('AAAA')).toEqual(['tooShort', 'noDigit', 'noLowercase', 'fourRepeating'])
  })

  it('[RULE-004] makes no difference of spaces at the ends', () => {
    fc.assert(
      fc.property(fc.string(), password => {
        expect(brokenPasswordRules(`  ${password} `)).toEqual(brokenPasswordRules(password))
      }),
    )
  })
})
