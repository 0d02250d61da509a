import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** What writes numbers, amounts, times and lists in a language. */
const helpers = ['contract/amounts.ts', 'contract/money.ts', 'contract/times.ts']
const raw = /\bIntl\.(?:\w+Format|PluralRules)\b|\.toLocale(?:Date|Time)?String\(/

it('numbers, times and lists are written by one helper, on screens and in what the server writes', () => {
  const files = globSync(['{contract,web,server}/**/*.{ts,tsx}', 'app/**/*.{ts,tsx}', 'features/**/*.{ts,tsx}'])
  const ours = files.filter(file => !/\.test\.tsx?$/.test(file) && !helpers.includes(file))
  expect(ours.length).toBeGreaterThan(1000)
  expect(ours.filter(file => raw.test(readFileSync(file, 'utf8')))).toEqual([])
})

it('lists on screens have the separators of their language', () => {
  // the page for developers lists the names of roles and codes
  const screens = globSync(['features/*/*/web/**/*.tsx', 'app/web/**/*.tsx']).filter(
    file => !/\.test\.|wire\//.test(file),
  )
  // a name with its part, and the raw entry of the log
  const told = ['features/talk/chat/web/SpokenChat.tsx', 'features/admin/auditLog/web/AuditDetail.tsx']
  const joined = screens.filter(file => /join\(', '\)/.test(readFileSync(file, 'utf8')))
  expect(joined.filter(file => !told.includes(file))).toEqual([])
})

it('a label and its value have the colon of their language, by common:pair, and what stands beside it its comma', () => {
  const screens = globSync(['features/*/*/web/**/*.tsx', 'app/web/**/*.tsx', 'web/{ui,light}/**/*.tsx']).filter(
    // the page for developers shows code
    file => !/\.test\.|wire\//.test(file),
  )
  const glued = screens.flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/\}[:,] \$\{.*|^\s*\{[^}]*\}[:,] [{<].*|\{t\([^}]*\}: .*/gm)].map(
      ([line]) => `${file}: ${line.trim()}`,
    ),
  )
  expect(glued).toEqual([])
})

it('no screen asks for a sentence with gaps without saying what fills them', () => {
  const words = globSync('web/i18n/en/*.json').map(file => JSON.parse(readFileSync(file, 'utf8')))
  const textOf = (path: string) =>
    words
      .map(file => path.split('.').reduce((part, key) => part?.[key], file))
      .filter((text): text is string => typeof text === 'string')
  const open = globSync(['features/*/*/web/**/*.{ts,tsx}', 'app/web/**/*.tsx', 'web/**/*.tsx'])
    .filter(file => !/\.test\./.test(file))
    .flatMap(file =>
      [...readFileSync(file, 'utf8').matchAll(/\bt\(\s*'(?:\w+:)?([\w.-]+)'\s*\)/g)].map(([, key = '']) => ({
        file,
        key,
      })),
    )
    .filter(({ key }) => {
      // several files may have the key, and one of them none
      const texts = textOf(key)
      return texts.length > 0 && texts.every(text => text.includes('{{'))
    })
  expect(open).toEqual([])
})
