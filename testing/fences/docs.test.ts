import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const documents = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'web/README.md'],
  ...['docs/operating.md', 'docs/scaling.md', 'docs/security.md', 'docs/wire.md', 'docs/words.md'],
]
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

it.each(documents)('%s names commands, files and links that are there', document => {
  const text = readFileSync(join(root, document), 'utf8')
  const found = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)
  expect(found(/npm run ([\w:-]+)/g).filter(name => !scripts[name])).toEqual([])
  const run = found(/\bnode (?!_)([\w./-]+\.(?:ts|mjs))/g)
  const named = found(/`((?:app|bench|docs|e2e|features\/\w+|scripts|testing)\/[\w./-]+\.\w+)`/g)
  expect([...run, ...named].filter(path => !existsSync(join(root, path)))).toEqual([])
  const links = found(/\]\((?!https?:|#|mailto:)([^)#\s]+[./][^)#\s]*)/g)
  expect(links.filter(link => !existsSync(join(root, dirname(document), link)))).toEqual([])
})
