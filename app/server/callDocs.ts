import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { CallDoc } from '#contract/openapi.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** A comment and the call that it stands before. */
const declared = /^ {2}\/\*\*((?:[^*]|\*(?!\/))*)\*\/\n {2}(\w+): \w+\(/gm
/** Part of what a comment cites before what it says: `[CALL-169, I18N-006] `, `[RULE-018 to RULE-023] `, `CALL-028. `. */
const cited = /^(\[?[A-Z][A-Z\d]*-\d{3}\S*|to)$/

/**
 * What each call's contract says of it. The browser loads the contracts as well, so this stands in their comments and
 * not in their values.
 */
export function callDocs(): ReadonlyMap<string, CallDoc> {
  const docs = new Map<string, CallDoc>()
  for (const file of globSync('features/*/*/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }))
    for (const [, comment = '', name = ''] of readFileSync(`${root}${file}`, 'utf8').matchAll(declared))
      docs.set(name, docOf(comment))
  return docs
}

function docOf(comment: string): CallDoc {
  const words = comment.split(/[\s*]/).filter(Boolean)
  while (cited.test(words[0] ?? '')) words.shift()
  const text = capitalized(words.join(' '))
  const [first = ''] = text.split(/(?<=[.;:])\s/, 1)
  return { summary: first.replace(/[.;:]$/, ''), description: text }
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
