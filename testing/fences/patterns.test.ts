import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import recheck from 'recheck/package.json' with { type: 'json' }
import { parseSync, Visitor } from 'vite'
import { describe, expect, it } from 'vitest'

// the engine that is the same on every system, for the same results everywhere
process.env['RECHECK_BACKEND'] = 'pure'
const { check } = await import('recheck')

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const sources = ['{contract,server,web,app}/**/*.{ts,tsx}', 'features/**/*.{ts,tsx}']
/** Limits in steps, not in time, so that a busy machine finds what an idle one does. */
const search = {
  ...{ timeout: null, incubationTimeout: null, attackTimeout: null, randomSeed: 0 },
  ...{ maxAttackStringSize: 4000, attackLimit: 2e7, incubationLimit: 10_000, maxIteration: 3 },
  ...{ maxInitialGenerationSize: 150, maxGenerationSize: 40 },
}

interface Pattern {
  readonly file: string
  readonly pattern: string
  readonly flags: string
}

function patternsOf(file: string, text: string): Pattern[] {
  const found: Pattern[] = []
  const visitor = new Visitor({
    Literal(node) {
      if ('regex' in node) found.push({ file, ...node.regex })
    },
  })
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  visitor.visit(program)
  return found
}

/** The engine only tries examples where there is a lookahead, so what one looks for is checked as a part of the pattern. */
const withoutLookaheads = (pattern: string) => pattern.replace(/\(\?[=!]/g, '(?:')

/**
 * The patterns that the engine has found linear before, one a line as it is written in the sources, after the version of
 * the engine. A check takes seconds of computing, so only new patterns and a few drawn from the list are checked each
 * time; `LINEAR_PATTERNS=write` checks all of them and writes the list anew.
 */
const list = join(root, 'testing/fences/linearPatterns.txt')
const engine = `recheck ${recheck.version}, ${JSON.stringify(search)}`
const rewrites = process.env['LINEAR_PATTERNS'] === 'write'
const DRAWN = 8

function foundLinear(): Set<string> {
  if (rewrites) return new Set()
  const [by, ...patterns] = readFileSync(list, 'utf8').trimEnd().split('\n')
  return new Set(by === engine ? patterns : [])
}

const written = ({ pattern, flags }: Pattern) => `/${pattern}/${flags}`

/** Without unlimited repetition the time does not depend on the length of the text at each place. */
const repeats = ({ pattern }: Pattern) => /[*+]|,\}/.test(pattern)

/** The patterns whose time grows faster than the length of the text, and how fast it grows. */
async function slowOf(patterns: readonly Pattern[]): Promise<string[]> {
  const slow: string[] = []
  for (const { file, pattern, flags } of patterns) {
    const checked = await check(withoutLookaheads(pattern), flags, search)
    if (checked.status === 'safe') continue
    const how = checked.status === 'vulnerable' ? checked.complexity.summary : checked.status
    slow.push(`${file}: /${pattern}/${flags} is ${how}`)
  }
  return slow
}

describe('patterns', { timeout: 900_000 }, () => {
  it('take time linear in the length of the text, so that no untrusted text keeps a server or a page busy', async () => {
    const files = globSync(sources, { cwd: root }).filter(file => !/\.test\.|(?:^|\/)testing\//.test(file))
    const all = files.flatMap(file => patternsOf(file, readFileSync(join(root, file), 'utf8')))
    expect(all.length, 'patterns were found').toBeGreaterThan(200)
    const patterns = [...new Map(all.filter(repeats).map(one => [written(one), one])).values()]
    const known = foundLinear()
    const fresh = patterns.filter(one => !known.has(written(one)))
    const drawn = patterns.filter(one => known.has(written(one))).sort(() => Math.random() - 0.5)
    expect(await slowOf([...fresh, ...drawn.slice(0, DRAWN)])).toEqual([])
    if (rewrites) writeFileSync(list, `${[engine, ...patterns.map(written).sort()].join('\n')}\n`)
  })

  it('are found when they are cubic, quadratic by where a match begins, or exponential', async () => {
    const slow = [
      String.raw`/@import|url\(\s*['"]?\s*(?!['"]?\s*(#|data:))/i`,
      '/<td align="center"[^>]*>/',
      String.raw`/^(?:[!-~]|\p{scx=Han}|\p{scx=Hiragana})*$/u`,
      String.raw`/\s+$/`,
    ]
    const found = await slowOf(patternsOf('slow.ts', slow.join(';\n')))
    expect(
      found.map(line => line.replace(/^.*\/\w* is /, '')),
      found.join('\n'),
    ).toEqual([
      expect.stringMatching(/polynomial/),
      expect.stringMatching(/polynomial/),
      expect.stringMatching(/exponential/),
      expect.stringMatching(/polynomial/),
    ])
  })
})
