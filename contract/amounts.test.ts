import i18next from 'i18next'
import { describe, expect, it } from 'vitest'
import {
  closeUp,
  joinSentences,
  placeholders,
  writeAmount,
  writeItems,
  writeList,
  writeNumber,
  writePercent,
  writeValue,
} from './amounts.ts'

describe('amounts', () => {
  it.each([
    ['en', 1, 'minute', '1 minute'],
    ['en', 10, 'minute', '10 minutes'],
    ['en', 1234, 'day', '1,234 days'],
    ['zh-Hans', 10, 'minute', '10 分钟'],
    ['zh-Hans', 1, 'second', '1 秒'],
    ['zh-Hant', 7, 'day', '7 天'],
    ['zh-Hant', 10, 'minute', '10 分鐘'],
  ] as const)('in %s, %i of a %s are %s', (language, value, unit, written) => {
    expect(writeAmount(value, unit, language)).toBe(written)
  })

  it('have digits and a short form where asked', () => {
    expect(writeAmount(5, 'minute', 'en', { short: true })).toBe('5 min')
    expect(writeAmount(1.26, 'megabyte', 'en', { short: true, digits: 1 })).toBe('1.3 MB')
  })

  it('are grouped, and shares are percents, in every language and where texts show their keys', () => {
    for (const language of ['en', 'zh-Hans', 'zh-Hant', 'cimode']) {
      expect(writeNumber(1_234_567, language)).toBe('1,234,567')
      expect(writePercent(0.125, language)).toBe('13%')
    }
  })

  it('joins sentences that are said, without a space in Chinese', () => {
    expect(joinSentences(['One.', false, 'Two.'], 'en')).toBe('One. Two.')
    expect(joinSentences(['一。', false, '二。'], 'zh-Hant')).toBe('一。二。')
  })

  it('list people as each language does', () => {
    const people = ['Mei', 'Ada', 'Tom']
    expect(writeList(people, 'en')).toBe('Mei, Ada, and Tom')
    expect(writeList(people, 'zh-Hans')).toBe('Mei、Ada 和 Tom')
    expect(writeList(['王伟', 'Ada', '林美玲'], 'zh-Hans')).toBe('王伟、Ada 和林美玲')
    expect(writeList(['2', '4–6'], 'zh-Hant')).toBe('2 和 4–6')
    expect(writeItems(people, 'en')).toBe('Mei, Ada, Tom')
    expect(writeItems(people, 'zh-Hant')).toBe('Mei、Ada、Tom')
  })

  it('write the values of placeholders: numbers and lists by their kind, texts as they are', () => {
    expect(writeValue(12_345, undefined, 'en')).toBe('12,345')
    expect(writeValue(12_345, 'plain', 'en')).toBe(12_345)
    expect(writeValue(2, 'day', 'en')).toBe('2 days')
    expect(writeValue(5, 'second short', 'en')).toBe('5 sec')
    expect(writeValue(0.5, 'percent', 'en')).toBe('50%')
    expect(writeValue(['A', 'B'], undefined, 'en')).toBe('A and B')
    expect(writeValue('12', 'second', 'en')).toBe('12 seconds')
    expect(writeValue('12345', undefined, 'en')).toBe('12345')
    expect(writeValue(undefined, undefined, 'en')).toBeUndefined()
  })

  it('leaves no space between Chinese characters, in a text around a value as little as elsewhere', async () => {
    const texts = i18next.createInstance()
    const zh = { with: '使用 {{provider}} 继续', both: '{{a}} {{b}}', by: '由 {{name}}' }
    await texts
      .use(placeholders)
      .use(closeUp)
      .init({
        lng: 'zh-Hans',
        resources: { 'zh-Hans': { translation: zh } },
        interpolation: { escapeValue: false, alwaysFormat: true },
        postProcess: [closeUp.name],
      })
    expect(texts.t('with', { provider: 'LinkedIn' })).toBe('使用 LinkedIn 继续')
    expect(texts.t('with', { provider: '微信' })).toBe('使用微信继续')
    expect(texts.t('with', { provider: 'QQ音乐' })).toBe('使用 QQ音乐继续')
    expect(texts.t('with', { provider: '2:54（东部时间）' })).toBe('使用 2:54（东部时间）继续')
    expect(texts.t('by', { name: '陈 伟' })).toBe('由陈 伟')
    expect(texts.t('both', { a: '12', b: '王' })).toBe('12 王')
  })
})
