import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { refusedPassword } from './passwordCheck.ts'

describe('refusedPassword', () => {
  it.each(['violet Harbour 27', 'пароль 27 wörter', '三个字 abx 9 汉字', 'four spaced words 9', 'x7'.repeat(32)])(
    'lets %s pass',
    async password => {
      expect(await refusedPassword(password, { firstname: 'Ada', lastname: 'Okafor' })).toBeUndefined()
    },
  )

  it.each([
    'usuckballz1',
    'michael1',
    ' Michael1 ',
    'charlotte7',
    'Manchester2019!',
    'ncc1701d',
    'blahblah1?',
    'd1am0nds7',
  ])('refuses what has leaked and is tried first, also with signs around it: %s', async password => {
    expect(await refusedPassword(password)).toBe('tooCommon')
  })

  it.each([
    ['Okafor2026!', { lastname: 'Okafor' }],
    ['adaokafor7', { firstname: 'Ada', lastname: 'Okafor' }],
    ['quillventures9', { companyName: 'Quill Ventures' }],
    ['a.okafor-17', { email: 'a.okafor@quill.test' }],
    ['7presenterx', { username: 'presenterx' }],
  ])('refuses what others know of the person: %s', async (password, owner) => {
    expect(await refusedPassword(password, owner)).toBe('personal')
  })

  it('lets a name be one word among others', async () => {
    expect(await refusedPassword('violet Okafor lantern 27', { lastname: 'Okafor' })).toBeUndefined()
  })

  it('names the rule that browser and server share first', async () => {
    expect(await refusedPassword('abc', { firstname: 'abc' })).toBe('tooShort')
  })
})

describe('the words about passwords', () => {
  it.each(['en', 'zh-Hans', 'zh-Hant'])(
    'are those of the newer version: 8 to 64, and nowhere 6 to 12: %s',
    language => {
      const file = new URL(`../../../../web/i18n/${language}/account.json`, import.meta.url)
      const { password } = JSON.parse(readFileSync(file, 'utf8'))
      expect(password.rule.tooShort).toContain('8')
      expect(password.rule.tooLong).toContain('64')
      expect(JSON.stringify(password)).not.toMatch(/(?<!\d)(6|12)(?!\d)/)
    },
  )
})
