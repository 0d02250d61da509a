import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = new URL('../../../../', import.meta.url).pathname

/** Every file of the server that writes entries. */
const writing = ['features', 'server']
  .flatMap(folder => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(f => join(folder, f)))
  .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('/web/'))
  .map(file => [file, readFileSync(join(root, file), 'utf8')] as const)
  .filter(([, text]) => /\b(writeAudit|note|action)\b/.test(text))

/** `subject.verb` in quotes, wherever an entry is written; keys of texts look the same. */
const found = new Set(
  writing.flatMap(([, text]) =>
    [...text.matchAll(/(?<!\bt\()'([a-z][A-Za-z]*\.[a-z][A-Za-z]*)'/g)].map(([, word]) => word ?? ''),
  ),
)

const words = (language: string): Record<string, Record<string, string>> =>
  JSON.parse(readFileSync(join(root, `web/i18n/${language}/audit.json`), 'utf8')).action

describe.each(['en', 'zh-Hans', 'zh-Hant'])('the words of the audit log in %s', language => {
  const known = Object.entries(words(language)).flatMap(([subject, verbs]) =>
    Object.keys(verbs).map(verb => `${subject}.${verb}`),
  )
  it('has every action that is written anywhere', () => {
    expect(found.size).toBeGreaterThan(40)
    expect([...found].filter(action => !known.includes(action))).toEqual([])
  })
  it('has only actions that are written', () => {
    expect(known.filter(action => !found.has(action))).toEqual([])
  })
})

it('writes every action in full, where it can be found', () => {
  const composed = writing.filter(([, text]) => /action: `|action: [a-zA-Z]+ \+/.test(text)).map(([file]) => file)
  expect(composed).toEqual([])
})
