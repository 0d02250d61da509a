import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bareCode, brokenCodeRule, normalAnswer, questionProblems } from './factorRules.ts'

describe('codes', () => {
  it('[RULE-081] are not blank, whatever blanks are typed', () => {
    for (const blank of ['', ' ', '\t', '\u3000', ' - ']) expect(brokenCodeRule(blank)).toBe('CodeEmpty')
  })

  it('[RULE-082] have eight digits, of an app six, as recovery codes ten signs, however they are grouped', () => {
    for (const [of, length] of [
      ['code', 8],
      ['app', 6],
    ] as const)
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 10 ** length - 1 }), number => {
          const code = String(number).padStart(length, '0')
          expect(brokenCodeRule(`${code.slice(0, 3)} ${code.slice(3)}`, of)).toBeUndefined()
          expect(brokenCodeRule(code.slice(1), of)).toBe('CodeWrongLength')
          expect(brokenCodeRule(`${code}0`, of)).toBe('CodeWrongLength')
        }),
      )
    expect(brokenCodeRule('１２３４５６７８')).toBeUndefined()
    expect(bareCode('１２３–４５６')).toBe('123456')
    expect(brokenCodeRule('abcde-fghjk', 'recovery')).toBeUndefined()
    expect(brokenCodeRule('abcde-fghj', 'recovery')).toBe('CodeWrongLength')
  })
})

describe('security questions', () => {
  const texts = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 })

  it('[RULE-077, RULE-078, RULE-079, RULE-080] that pass are two or three, distinct, asked and answered', () => {
    const sets = fc.array(fc.record({ question: texts, answer: texts }), { maxLength: 5 })
    fc.assert(
      fc.property(sets, asked => {
        if (Object.keys(questionProblems(asked)).length) return
        expect([2, 3]).toContain(asked.length)
        expect(new Set(asked.map(({ question }) => normalAnswer(question))).size).toBe(asked.length)
        for (const { question, answer } of asked) expect(normalAnswer(question) && normalAnswer(answer)).toBeTruthy()
      }),
    )
  })

  it('compares what an answer says, not how it was typed', () => {
    expect(normalAnswer('  Straße \u200bder\u00a0Jugend ')).toBe(normalAnswer('STRASSE der Jugend'))
    expect(normalAnswer('A\u030agren')).toBe(normalAnswer('ågren'))
    expect(normalAnswer('北京 市')).not.toBe(normalAnswer('北京市 '))
    fc.assert(
      fc.property(texts, text => {
        expect(normalAnswer(text.normalize('NFD'))).toBe(normalAnswer(text))
      }),
    )
  })
})
