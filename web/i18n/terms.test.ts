import { describe, expect, it } from 'vitest'
import { languages } from './language.ts'
import terms from './terms.json'

type Texts = { readonly [key: string]: string | Texts }
type Language = (typeof languages)[number]

const files = import.meta.glob<Texts>(['./{en,zh-Hans,zh-Hant}/*.json', '../../texts/{en,zh-Hans,zh-Hant}/*.json'], {
  import: 'default',
  eager: true,
})
/** Whole texts for readers of each language, and what explains the product to its operators and developers. */
const documents = import.meta.glob<string>(
  [
    '../../{README,ARCHITECTURE,CHANGELOG,CONTRIBUTING,SECURITY}.md',
    '../../docs/**/*.md',
    '../../features/*/*/README.md',
    '../../testing/*/README.md',
    '../README.md',
    '../../features/admin/pages/server/policies/**/*.md',
  ],
  { query: '?raw', import: 'default', eager: true },
)

const flat = (texts: Texts, prefix: string): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`),
  )

/** `room:bar.end` for a text of a screen, `texts/invite:why` for one that the server writes. */
const textsOf = (language: Language): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(files).flatMap(([path, texts]) => {
      const [, place, of, namespace] = /^(.*?)(en|zh-Hans|zh-Hant)\/(.*)\.json$/.exec(path) ?? []
      return of === language ? flat(texts, `${place === './' ? '' : 'texts/'}${namespace}:`) : []
    }),
  )
const texts = Object.fromEntries(languages.map(language => [language, textsOf(language)])) as Record<
  Language,
  ReadonlyMap<string, string>
>
const chinese = ['zh-Hans', 'zh-Hant'] as const

const withoutPlaceholders = (text: string) => text.replace(/\{\{.*?\}\}|<\/?\w+>/g, '')
const isFixed = (key: string, text: string) => (terms.fixed as Readonly<Record<string, string>>)[key] === text

/** The language of a file for readers; docs for operators are in English. */
const languageOf = (path: string): Language => chinese.find(language => path.includes(language)) ?? 'en'
const isForReaders = (path: string) => /manuals|policies/.test(path)

describe('[I18N-001] terms.json', () => {
  it.each(languages)('%s texts have none of the forbidden words', language => {
    const found = terms.forbidden[language].flatMap(({ word, use }) =>
      [...texts[language]]
        .filter(([key, text]) => !isFixed(key, text) && !key.startsWith('common:languages.'))
        .filter(([key, text]) => !(key.startsWith('shell:settings.size') && /迷你/.test(text)))
        .filter(([, text]) => new RegExp(word, 'i').test(withoutPlaceholders(text)))
        .map(([key, text]) => `${key}: “${text}” (use: ${use})`),
    )
    expect(found).toEqual([])
  })

  it('manuals and policies have none of the forbidden words of their language', () => {
    const found = Object.entries(documents)
      .filter(([path]) => isForReaders(path))
      .flatMap(([path, text]) =>
        terms.forbidden[languageOf(path)]
          .filter(({ word }) => !word.includes('"') && new RegExp(word, 'i').test(text))
          .map(({ word, use }) => `${path}: ${new RegExp(word, 'i').exec(text)?.[0]} (use: ${use})`),
      )
    expect(found).toEqual([])
  })

  it.each([
    ['README and docs are in US English and name roles', terms.documents, /./],
    [
      'what operators read has the words of the screens',
      terms.operators,
      /^(\.\.\/){2}(README|CHANGELOG|SECURITY|docs\/(?!words))/,
    ],
    ['what developers read is plain English', terms.developers, /(features|testing)\/.*README|^\.\.\/README/],
  ] as const)('%s', (_, words, read) => {
    const prose = (text: string) => text.replace(/```[\s\S]*?```|`[^`]*`|\]\([^)]*\)/g, '')
    const found = Object.entries(documents)
      .filter(([path]) => !isForReaders(path) && read.test(path))
      .flatMap(([path, text]) =>
        words.flatMap(word =>
          [...prose(text).matchAll(new RegExp(`.{0,30}\\b(${word})`, 'gi'))].map(([hit]) => `${path}: ${hit}`),
        ),
      )
    expect(found).toEqual([])
  })

  it.each(chinese)('%s has one word for each term', language => {
    const missing = terms.same.flatMap(same =>
      [...texts.en].flatMap(([key, english]) => {
        const text = texts[language].get(key)
        const means = new RegExp(same.en, 'i').test(withoutPlaceholders(english))
        return text === undefined || !means || new RegExp(same[language]).test(text)
          ? []
          : [`${key}: “${text}” lacks ${same[language]}`]
      }),
    )
    expect(missing).toEqual([])
  })

  it.each(chinese)('%s says the same where English does, unless one word has two meanings', language => {
    const said = Map.groupBy(texts.en, ([, english]) => english)
    const differing = [...said].flatMap(([english, all]) => {
      const found = new Set(all.flatMap(([key]) => texts[language].get(key) ?? []))
      return found.size > 1 ? [[english, ...found] as const] : []
    })
    expect(differing.filter(([english]) => !Object.hasOwn(terms.apart, english))).toEqual([])
  })

  it('keeps no reason for words that need none', () => {
    const differ = (english: string) =>
      chinese.some(language => {
        const keys = [...texts.en].filter(([, text]) => text === english).map(([key]) => key)
        return new Set(keys.map(key => texts[language].get(key))).size > 1
      })
    expect(Object.keys(terms.apart).filter(english => !differ(english))).toEqual([])
  })

  it.each([
    ['zh-Hans', '“{{'],
    ['zh-Hant', '「{{'],
  ] as const)('%s ends a sentence and quotes a name where English does', (language, quote) => {
    const isWhole = (text: string) => /[.!?。？！]”?$/.test(text)
    const isFixedWording = (english: string) => Object.values<string>(terms.fixed).includes(english)
    const found = [...texts[language]].filter(([key, text]) => {
      const english = texts.en.get(key) ?? text
      if (isFixedWording(english)) return key.startsWith('errors:') && !isWhole(text)
      return isWhole(text) !== isWhole(english) || text.includes(quote) !== english.includes('“{{')
    })
    expect(found).toEqual([])
  })

  it('has no two English texts that differ by an article alone', () => {
    const bare = (text: string) => text.toLowerCase().replace(/\b(the|an?) /g, '')
    const ofScreens = [...texts.en].filter(
      ([key, text]) => !key.startsWith('audit:action.') && bare(text).includes(' '),
    )
    const differing = [...Map.groupBy(ofScreens, ([, text]) => bare(text)).values()]
      .map(all => new Set(all.map(([, text]) => text.toLowerCase())))
      .filter(said => said.size > 1)
    expect(differing.map(said => [...said])).toEqual([])
  })

  it('has at most twenty words in a sentence, or sixty characters of Chinese', () => {
    const sentences = (text: string) =>
      text
        .replace(/\{\{.*?\}\}/g, 'X')
        .replace(/<\/?\w+>/g, '')
        .split(/(?<=[.!?:;]”?)\s|\n|[。！？；]/)
    const words = (sentence: string) => sentence.split(/\s+/).filter(word => /[\p{L}\p{N}]/u.test(word)).length
    const long = (language: Language, sentence: string) =>
      language === 'en' ? words(sentence) > 20 : [...sentence].length > 60
    for (const language of languages) {
      const found = [...texts[language]].flatMap(([key, text]) =>
        sentences(text).flatMap(sentence => (long(language, sentence) ? [`${key}: ${sentence}`] : [])),
      )
      expect(found, language).toEqual([])
    }
  })

  it('strings that the specification fixes are word for word', () => {
    for (const [key, text] of Object.entries(terms.fixed)) expect(texts.en.get(key), key).toBe(text)
  })

  it.each(languages)('%s texts fit where room is short', language => {
    const long = terms.budgets.flatMap(budget =>
      [...texts[language]]
        .filter(([key]) => new RegExp(budget.keys).test(key))
        .filter(([, text]) => [...withoutPlaceholders(text)].length > (language === 'en' ? budget.en : budget.zh))
        .map(([key, text]) => `${key}: “${text}”`),
    )
    expect(long).toEqual([])
  })

  it.each(languages)(
    '%s has one text that says what a commitment is, since an organization may have its own',
    language => {
      const { statement, [language]: nonBinding } = terms.money
      const said = new RegExp(`${nonBinding}|binding|of interest|约束力|拘束力|約束力`, 'i')
      expect(texts[language].get(statement)).toContain(nonBinding)
      expect([...texts[language]].filter(([key, text]) => key !== statement && said.test(text))).toEqual([])
      const agreed = Object.entries(documents).filter(
        ([path]) => languageOf(path) === language && /terms-of-service|manuals\/investor/.test(path),
      )
      expect(agreed).toHaveLength(2)
      for (const [path, text] of agreed) expect(text, path).toContain(terms.money[language])
    },
  )
})

describe.each(chinese)('[I18N-001] %s typography', language => {
  /** A unit is written with its number, 5 分钟, and stands beside Han like a word. */
  const written = (text: string) => text.replace(/\{\{\w+, (second|minute|hour|day)( short)?\}\}/g, '1 天')
  const isDateFormat = (key: string, text: string) => /dateFormat|dayFormat/.test(key) || /\d年\d/.test(text)
  it('has a space between Han and Latin letters, digits and placeholders', () => {
    const han = '\\p{Script=Han}'
    const glued = new RegExp(`${han}(\\{\\{|[A-Za-z0-9])|(\\}\\}|[A-Za-z0-9%])${han}`, 'u')
    const found = [...texts[language]].filter(([key, text]) => !isDateFormat(key, text) && glued.test(written(text)))
    expect(found).toEqual([])
  })

  it('has no half-width punctuation beside Han', () => {
    const half = /\p{Script=Han}[,:;?!()]|[,:;?!()]\p{Script=Han}/u
    expect([...texts[language]].filter(([, text]) => half.test(text))).toEqual([])
  })
})
