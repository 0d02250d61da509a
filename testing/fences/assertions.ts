import { parseSync } from 'vite'

/** A node of the syntax tree, with the fields used here. */
interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const children = (node: Node): Node[] => Object.values(node).flat().filter(isNode)
const isFunction = ({ type }: Node) => /^(ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/.test(type)
const nameOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Identifier' ? String(node['name']) : undefined

/** The first name in `it.skipIf(…)('…')` or `expect(…).not.toBe(…)`. */
function rootOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  return nameOf(node) ?? rootOf(node['callee'] ?? node['object'] ?? node['tag'] ?? node['expression'])
}

const memberOfExpect = (callee: unknown): string | undefined =>
  isNode(callee) && nameOf(callee['object']) === 'expect' ? nameOf(callee['property']) : undefined
/** `expect(…)` itself: `expect.any()` and the like check nothing. */
const isExpect = ({ type, callee }: Node): boolean =>
  type === 'CallExpression' && (nameOf(callee) === 'expect' || /^(soft|poll)$/.test(memberOfExpect(callee) ?? ''))
const expects = (node: unknown): boolean => isNode(node) && (isExpect(node) || children(node).some(expects))
const fails = (node: unknown): boolean =>
  isNode(node) &&
  (node.type === 'ThrowStatement' || memberOfExpect(node['callee']) === 'fail' || children(node).some(fails))

/** For `it('…', …)`, `test.each(…)('…', …)` and the like: the title and the function; not for `describe` and hooks. */
function testOf(node: Node): { title: Node; body: Node } | undefined {
  const { callee, arguments: given } = node as Node & { callee?: Node; arguments?: Node[] }
  const [title] = given ?? []
  const body = given?.find(isFunction)
  if (node.type !== 'CallExpression' || !callee || !title || !body) return undefined
  if (!['it', 'test'].includes(rootOf(callee) ?? '')) return undefined
  const member = callee.type === 'MemberExpression' ? nameOf(callee['property']) : undefined
  return member && !/^(only|fails|skip|concurrent|sequential)$/.test(member) ? undefined : { title, body }
}

/** Every function of a file by its name, at any depth. */
function functionsOf(program: Node): Map<string, Node[]> {
  const found = new Map<string, Node[]>()
  const walk = (node: Node) => {
    const name = nameOf(node['id'] ?? node['key'])
    const body = [node, node['init'], node['value']].filter(isNode).find(isFunction)
    if (name && body) found.set(name, [...(found.get(name) ?? []), body])
    children(node).forEach(walk)
  }
  walk(program)
  return found
}

/** Whether a node contains an expectation, itself or in a function of the same file that it calls. */
function expectsBy(body: Node, functions: ReadonlyMap<string, Node[]>, seen = new Set<Node>()): boolean {
  if (isExpect(body)) return true
  if (body.type === 'CallExpression') {
    const callee = body['callee'] as Node
    const called = functions.get(nameOf(callee) ?? nameOf(callee['property']) ?? '') ?? []
    const fresh = called.filter(one => !seen.has(one))
    for (const one of fresh) seen.add(one)
    if (fresh.some(one => expectsBy(one, functions, seen))) return true
  }
  return children(body).some(child => expectsBy(child, functions, seen))
}

/**
 * Parts of a node that may be skipped without an expectation or an error in their place: `if` without an `else` that
 * expects, `a && expect(b)`, a `catch` after a `try` that may succeed.
 */
function passedBy(node: Node): Node[] {
  const { type, consequent, alternate, right, handler, cases } = node as Node & { cases?: Node[] }
  const isSure = (other: unknown) => expects(other) || fails(other)
  if (type === 'IfStatement' || type === 'ConditionalExpression')
    return isSure(consequent) && isSure(alternate) ? [] : [consequent, alternate].filter(isNode)
  if (type === 'LogicalExpression') return [right].filter(isNode)
  if (type === 'TryStatement') return fails(node['block']) ? [] : [handler].filter(isNode)
  if (type === 'SwitchStatement') return (cases ?? []).every(isSure) ? [] : (cases ?? [])
  return []
}

/** The outermost expectations below a node, each of which may be skipped. */
function conditional(node: Node): Node[] {
  const skipped = passedBy(node)
  const found = skipped.flatMap(part => firstExpects(part))
  return [
    ...found,
    ...children(node)
      .filter(child => !skipped.includes(child))
      .flatMap(conditional),
  ]
}

const firstExpects = (node: Node): Node[] => (isExpect(node) ? [node] : children(node).flatMap(firstExpects))

/**
 * Faults in the tests of a file, one line each: a test without an expectation, and an expectation that may be skipped
 * without a failure.
 */
export function objections(file: string, code: string): string[] {
  const program = parseSync(file, code).program as unknown as Node
  const functions = functionsOf(program)
  const at = ({ start }: Node) => `${file}:${code.slice(0, start).split('\n').length}`
  const found: string[] = []
  const walk = (node: Node) => {
    const test = testOf(node)
    if (test && !expectsBy(test.body, functions))
      found.push(`${at(node)} expects nothing: ${code.slice(test.title.start, test.title.end)}`)
    children(node).forEach(walk)
  }
  walk(program)
  return [...found, ...conditional(program).map(node => `${at(node)} expects under a condition that may not hold`)]
}
