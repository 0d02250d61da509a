import { describe, expect, it } from 'vitest'

type Texts = { readonly [key: string]: string | Texts }
const files = import.meta.glob<Texts>(['./*/*.json', '../../texts/*/*.json'], { import: 'default', eager: true })

const flat = (texts: Texts, prefix: string): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`),
  )
const textsOf = (language: string) =>
  Object.entries(files)
    .filter(([path]) => path.includes(`/${language}/`))
    .flatMap(([path, texts]) => flat(texts, `${path.replace(/.*\//, '')}:`))
const english = textsOf('en')
const one = new Map(english.filter(([key]) => key.endsWith('_one')))

/** Every noun that is counted somewhere: "users" where the form of one user has "user". */
const nouns = new Set(
  english.flatMap(([key, text]) => {
    const alone = one.get(key.replace(/_other$/, '_one'))
    const words = /\{\{count\}\} ((?:[\w-]+ ?){0,3})/.exec(text)?.[1]?.match(/[a-z]+/g) ?? []
    return key.endsWith('_other') && alone ? words.filter(word => !new RegExp(`\\b${word}\\b`).test(alone)) : []
  }),
)
const units = ['seconds', 'minutes', 'hours', 'days']
const counted = [...nouns, ...units].filter(noun => /s$|people/.test(noun)).join('|')

describe('a number and its noun', () => {
  it('are known', () => {
    expect([...nouns]).toEqual(expect.arrayContaining(['users', 'people', 'pitches', 'entries', 'slides']))
  })

  it('agree in English: what is counted has a form for one', () => {
    const plural = new RegExp(`\\{\\{(\\w+)[^}]*\\}\\}\\+? (?:[\\w-]+ ){0,2}?(${counted})\\b`)
    const wrong = english.filter(([key, text]) => {
      const [, placeholder] = plural.exec(text) ?? []
      return placeholder !== undefined && (placeholder !== 'count' || !key.endsWith('_other'))
    })
    expect(wrong.filter(([, text]) => !/\{\{count\}\} of (their|these)|\{\{\w+\}\}\+/.test(text))).toEqual([])
  })

  it('agree where the number stands in the text itself', () => {
    expect(english.filter(([, text]) => new RegExp(`\\b(1|one) (${counted})\\b`, 'i').test(text))).toEqual([])
  })

  it.each(['en', 'zh-Hans', 'zh-Hant'])(
    'times in %s have the unit of the reader’s language, by its format',
    language => {
      const unit = /\{\{(?!count\b)\w+\}\} ?(?:seconds?|sec\b|minutes?|min\b|hours?|days?|秒|分钟|分鐘|小时|小時|天|%)/
      expect(textsOf(language).filter(([, text]) => unit.test(text))).toEqual([])
    },
  )

  it.each(['zh-Hans', 'zh-Hant'])('%s has one form, which is the other', language => {
    expect(textsOf(language).filter(([key]) => key.endsWith('_one'))).toEqual([])
    const bare = textsOf(language).filter(([key, text]) => text.includes('{{count}}') && !key.endsWith('_other'))
    const plural = new Set([...one.keys()].map(key => key.replace(/_one$/, '')))
    expect(bare.filter(([key]) => plural.has(key))).toEqual([])
  })
})
