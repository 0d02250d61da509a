import { type ESTree, parseSync, Visitor } from 'vite'
import { describe, expect, it } from 'vitest'
import { errors } from '#contract/errors.ts'
import { defaultLanguage, languages } from './language.ts'

type Texts = { readonly [key: string]: string | Texts }
/** What screens show, and what the server writes: mails, text messages, notices, files. */
const places = ['./', '../../texts/'] as const
const files = import.meta.glob<Texts>(['./{en,zh-Hans,zh-Hant}/*.json', '../../texts/{en,zh-Hans,zh-Hant}/*.json'], {
  import: 'default',
  eager: true,
})
const resources = import.meta.glob<string>(['./resources.ts', '../../texts/resources.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const sources = import.meta.glob<string>(
  ['../**/*.tsx', '../../features/*/*/web/**/*.tsx', '../../app/web/**/*.tsx', '!**/*.test.tsx'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
)

const namespacesOf = (place: string, language: string) =>
  Object.keys(files)
    .filter(path => path.startsWith(`${place}${language}/`))
    .map(path => path.slice(place.length + language.length + 1, -'.json'.length))

const flat = (texts: Texts, prefix = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`),
  )

/** Chinese has one plural form, English two: the forms of a key count as one. */
const whole = (key: string) => key.replace(/_(one|other)$/, '')
const keysOf = (texts: Texts) => [...new Set(flat(texts).map(([key]) => whole(key)))].sort()
const placeholdersOf = (texts: Texts) => {
  const found: Record<string, string[]> = {}
  for (const [key, text] of flat(texts))
    found[whole(key)] = [
      ...new Set([
        ...(found[whole(key)] ?? []),
        ...[...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}|<\/?(\w+)>/g)].map(m => m[0]),
      ]),
    ].sort()
  return found
}

describe.each(places)('[I18N-001, I18N-002, I18N-003] the language files in %s', place => {
  it.each(languages)('%s has every namespace, and resources.ts types it', language => {
    expect(namespacesOf(place, language)).not.toEqual([])
    expect(namespacesOf(place, language).sort()).toEqual(namespacesOf(place, 'en').sort())
    for (const namespace of namespacesOf(place, language))
      expect(resources[`${place}resources.ts`]).toMatch(new RegExp(`(from |import\\()'./en/${namespace}.json'`))
  })

  for (const language of languages)
    it.each(namespacesOf(place, 'en'))(
      `${language}/%s.json has no key or placeholder missing or too many`,
      namespace => {
        const english = files[`${place}en/${namespace}.json`] ?? {}
        const texts = files[`${place}${language}/${namespace}.json`] ?? {}
        expect(keysOf(texts)).toEqual(keysOf(english))
        expect(placeholdersOf(texts)).toEqual(placeholdersOf(english))
        expect(flat(texts).filter(([, text]) => text.trim() === '')).toEqual([])
        const plurals = flat(texts).filter(([key]) => key.endsWith('_one'))
        for (const [key] of plurals) expect(flat(texts).map(([other]) => other)).toContain(`${whole(key)}_other`)
      },
    )
})

describe('the language files', () => {
  it('have the wording of every error code, and of no other', () => {
    const codes = Object.keys(files['./en/errors.json'] ?? {}).filter(code => /^[A-Z]/.test(code))
    // and the other form of some, for a server that sends no mail
    const words = codes.filter(code => !(code.endsWith('Kept') && codes.includes(code.slice(0, -'Kept'.length))))
    expect(words.sort()).toEqual(Object.keys(errors).sort())
  })

  it('write each script in its own characters', () => {
    const simplifiedOnly = /[这说请题录邮让电话开关账权页给谁样设误传无视频简达网统们动载仅务复]/
    const traditionalOnly = /[這說請題錄郵讓電話開關帳權頁給誰樣設誤傳無視頻簡達網聯們動載僅務複]/
    const isName = (key: string) => key.startsWith('languages.')
    for (const [script, wrong] of [
      ['zh-Hans', traditionalOnly],
      ['zh-Hant', simplifiedOnly],
    ] as const) {
      const written = Object.entries(files).filter(([path]) => path.includes(script))
      expect(written.length).toBeGreaterThan(10)
      for (const [path, texts] of written)
        expect(
          flat(texts).filter(([key, text]) => !isName(key) && wrong.test(text)),
          path,
        ).toEqual([])
    }
  })
})

describe('text outside the language files', () => {
  const shown = new Set([
    'label',
    'title',
    'placeholder',
    'aria-label',
    'alt',
    'description',
    'error',
    'aria-description',
  ])
  const isText = (text: string) => /\p{L}{2}/u.test(text.replace(/&\w+;/g, ''))

  /** The strings of a .tsx file that a person would read. */
  function textsIn(path: string, source: string): string[] {
    const found: string[] = []
    const keep = (text: unknown) => {
      if (typeof text === 'string' && isText(text)) found.push(text.trim())
    }
    /** The literals that an expression may come to. */
    const literals = (node: ESTree.Node | null | undefined): void => {
      if (node?.type === 'Literal') keep(node.value)
      else if (node?.type === 'TemplateLiteral') for (const part of node.quasis) keep(part.value.cooked)
      else if (node?.type === 'ConditionalExpression') [node.consequent, node.alternate].forEach(literals)
      else if (node?.type === 'LogicalExpression') [node.left, node.right].forEach(literals)
      else if (node?.type === 'JSXExpressionContainer') literals(node.expression)
    }
    const { program, errors: mistakes } = parseSync(path, source)
    expect(mistakes, path).toEqual([])
    new Visitor({
      JSXText: node => keep(node.value),
      JSXElement: node => node.children.forEach(literals),
      JSXFragment: node => node.children.forEach(literals),
      JSXAttribute: node => {
        if (node.name.type === 'JSXIdentifier' && shown.has(node.name.name)) literals(node.value)
      },
    }).visit(program)
    return found
  }

  it.each(Object.keys(sources))('%s has none', path => {
    expect(textsIn(path, sources[path] ?? '')).toEqual([])
  })

  it('is found wherever a person would read it', () => {
    const bad = `const a = <p title="One two" alt={x ? 'three' : b}>Four {c && 'five'}{\`six \${d}\`}<i label={t('seven')} /> {e} · </p>`
    expect(textsIn('bad.tsx', bad).sort()).toEqual(['Four', 'One two', 'five', 'six', 'three'])
  })
})

describe('the language of a first visit', () => {
  it.each([
    [[], 'zh-Hans'],
    [['en-US', 'fr'], 'zh-Hans'],
    [['zh-CN', 'zh-TW'], 'zh-Hans'],
    [['zh'], 'zh-Hans'],
    [['zh-Hans-HK'], 'zh-Hans'],
    [['en-US', 'zh-TW'], 'zh-Hant'],
    [['zh-HK'], 'zh-Hant'],
    [['zh-Hant'], 'zh-Hant'],
    [['zh-Hant-MO', 'zh-CN'], 'zh-Hant'],
  ])('is Chinese at the offset -480, and with %j %s', (preferred, language) =>
    expect(defaultLanguage(-480, preferred)).toBe(language),
  )
  it.each([480, 0, -479, -540, 300])('is English at the offset %i', offset => {
    expect(defaultLanguage(offset)).toBe('en')
  })
})
