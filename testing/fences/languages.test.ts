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
