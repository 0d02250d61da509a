import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sources } from './arrows.ts'
import { nodesOf } from './syntax.ts'

/** Lines of a function that fit a screen. */
const MOST = 70

const linesOf = (code: string): number => code.split('\n').length

/** The functions of a file that are longer, as `file:line lines`. */
function longFunctions(file: string, code: string): string[] {
  return [...nodesOf(file, code)]
    .filter(({ node }) => /Function/.test(node.type) && node['body'])
    .map(({ node }) => ({ at: linesOf(code.slice(0, node.start)), lines: linesOf(code.slice(node.start, node.end)) }))
    .filter(({ lines }) => lines > MOST)
    .map(({ at, lines }) => `${file}:${at} ${lines} lines`)
}

it('finds a function that is longer than a screen', () => {
  const body = (lines: number) => `export const long = () => {\n${'  act()\n'.repeat(lines - 2)}}`
  expect(longFunctions('long.ts', body(MOST + 1))).toEqual([`long.ts:1 ${MOST + 1} lines`])
  expect(longFunctions('short.ts', body(MOST))).toEqual([])
})

it('lets no function of the product be longer than a screen', { timeout: 60_000 }, () => {
  const found = sources()
    .filter(file => /\.tsx?$/.test(file))
    .flatMap(file => longFunctions(file, readFileSync(file, 'utf8')))
  expect(found).toEqual([])
})
