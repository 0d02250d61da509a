import { globSync, readFileSync } from 'node:fs'
import { type Node, nodesOf } from './syntax.ts'

let contracts: ReadonlyMap<string, string> | undefined

/** The contract that declares each call. */
function contractsOf(): ReadonlyMap<string, string> {
  const found = globSync('features/*/*/*.ts', { exclude: ['**/*.test.ts'] }).flatMap(file =>
    [...nodesOf(file, readFileSync(file, 'utf8'))]
      .filter(({ node }) => node.type === 'Property' && nameOf((node['value'] as Node)['callee']) === 'call')
      .map(({ node }) => [nameOf(node['key']), file] as const),
  )
  return new Map(found)
}

const nameOf = (node: unknown): string => (node as { name?: string } | undefined)?.name ?? ''

/**
 * The contracts of the calls that a web file makes: `client.createUser`, or by name as given to `together` and
 * `callQuery`.
 */
export function contractsCalled(file: string, code: string): string[] {
  contracts ??= contractsOf()
  const names = [...nodesOf(file, code)].flatMap(({ node, around }) => {
    if (node.type === 'MemberExpression') return [nameOf(node['property'])]
    const isGiven = around
      .map(one => one['callee'] as Node | undefined)
      .some(callee => nameOf(callee?.['property']) === 'together' || nameOf(callee) === 'callQuery')
    return node.type === 'Literal' && isGiven ? [String(node['value'])] : []
  })
  return names.flatMap(name => contracts?.get(name) ?? [])
}
