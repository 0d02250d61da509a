import { describe, expect, it } from 'vitest'
import { languages } from '#contract/fields.ts'
import { textsIn } from './texts.ts'

describe('textsIn', () => {
  it('[I18N-001, I18N-002, I18N-003] has the requested language', () => {
    expect(languages.map(language => textsIn(language, 'mail')('hello', { name: 'Ada' }))).toEqual([
      'Hello Ada,',
      'Ada，您好：',
      'Ada，您好：',
    ])
    expect(languages.map(language => textsIn(language, 'recovery')('reset.button'))).toEqual([
      'Set a new password',
      '设置新密码',
      '設定新密碼',
    ])
  })

  it('leaves inserted input unchanged, whatever it contains', () => {
    for (const name of [
      '{{name}}',
      '{{count}} {{- x}} {{',
      '$t(helloUnnamed)',
      "$1 $& $' $`",
      '<b>&amp;"\'',
      '__proto__',
    ])
      expect(textsIn('en', 'mail')('hello', { name })).toBe(`Hello ${name},`)
  })

  it('knows one and many', () => {
    const by = (language: (typeof languages)[number], count: number) =>
      textsIn(language, 'report')('mail.by', { sum: '$5', count })
    expect([0, 1, 2].map(count => by('en', count))).toEqual(['$5 (0 investors)', '$5 (1 investor)', '$5 (2 investors)'])
    expect([1, 2].map(count => by('zh-Hans', count))).toEqual(['$5（1 位投资人）', '$5（2 位投资人）'])
  })
})
