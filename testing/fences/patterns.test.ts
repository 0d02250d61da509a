import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
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

/** The patterns whose time grows faster than the length of the text, and how fast it grows. */
async function slowOf(patterns: readonly Pattern[]): Promise<string[]> {
  const slow: string[] = []
  for (const { file, pattern, flags } of patterns) {
    // without unlimited repetition the time does not depend on the text's length at each place
    if (!/[*+]|,\}/.test(pattern)) continue
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
    const patterns = files.flatMap(file => patternsOf(file, readFileSync(join(root, file), 'utf8')))
    expect(patterns.length, 'patterns were found').toBeGreaterThan(200)
    expect(await slowOf(patterns)).toEqual([])
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
