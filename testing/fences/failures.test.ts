import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'
import { calls } from '#app/contract/calls.ts'
import { failuresOf } from '#contract/errors.ts'
import { type Node, nodesOf } from './syntax.ts'

/** Failures that a handler's helpers contain but that never leave the handler, and why. */
const never: Readonly<Record<string, readonly string[]>> = {
  changeEmail: ['NothingToConfirm'], // a change is pending: it was written just before
  forwardMessages: ['ChatTooManyGroups'], // without a limit
  // the refusals of a sign-in go out as those of contacts
  startGoogleContacts: ['SocialOff', 'SocialProviderDown', 'SocialRefused'],
  importGoogleContacts: ['SocialOff', 'SocialProviderDown', 'SocialRefused', 'SocialStateWrong'],
  joinAsGuest: ['ApprovalPending'], // a link that its reader asks for anew does not wait for it
  // a task records for each person why the action failed
  changeUsers: [
    'UserNotFound',
    'UserLimitReached',
    'PitchesNeedOwner',
    'NewOwnerNotAllowed',
    'AlreadyActivated',
    'AccountNotEnabled',
  ],
}

/** The failures that a top-level declaration names, and the names that it uses. */
interface Declared {
  readonly failures: Set<string>
  readonly uses: Set<string>
}
interface Source {
  readonly declared: ReadonlyMap<string, Declared>
  readonly imported: ReadonlyMap<string, { readonly file: string; readonly name: string }>
  /** Of a `feature.ts`: the files and the names that it takes handlers from. */
  readonly handlers: readonly { readonly file: string; readonly name?: string }[]
}

const nameOf = (node: unknown): string => (node as { name?: string } | undefined)?.name ?? ''

/** Whether a name is a value: not a member of another one, and not a type. */
const isValue = (node: Node, parent: Node | undefined): boolean =>
  parent?.type === 'MemberExpression'
    ? parent['property'] !== node
    : !/^TS(?!As|NonNull|Satisfies)/.test(parent?.type ?? '')

/** Whether a name is that of `withPitch` called with a right instead of a rule: NoPermission is for rules alone. */
const isPitchWithoutRule = (node: Node, parent: Node | undefined): boolean =>
  nameOf(node) === 'withPitch' &&
  parent?.type === 'CallExpression' &&
  (parent['arguments'] as Node[])[0]?.type === 'Literal'

/** The declarations and imports of a source, and what its `handlersOf` names. */
function read(file: string): Source {
  const declared = new Map<string, Declared>()
  const imported = new Map<string, { file: string; name: string }>()
  const handed: string[] = []
  for (const { node, around } of nodesOf(file, readFileSync(file, 'utf8'))) {
    const [, outer, inner, third] = around
    if (node.type === 'ImportSpecifier' || node.type === 'ImportNamespaceSpecifier') {
      const from = ((outer as Node)['source'] as { value: string }).value
      if (!/^[#.]/.test(from)) continue
      const path = from.startsWith('#') ? from.slice(1) : normalize(join(dirname(file), from))
      imported.set(nameOf(node['local']), { file: path, name: nameOf(node['imported']) })
    }
    const top = [outer, inner, third].find(({ type } = node) => /^(FunctionDeclaration|VariableDeclarator)$/.test(type))
    const owner = nameOf(top?.['id'])
    if (!owner) continue
    const own = declared.get(owner) ?? { failures: new Set(), uses: new Set() }
    declared.set(owner, own)
    if (isPitchWithoutRule(node, around.at(-1))) own.failures.add('PitchNotFound')
    else if (node.type === 'Identifier' && isValue(node, around.at(-1))) own.uses.add(nameOf(node))
    if (/^(New|Call)Expression$/.test(node.type) && /^(CallFailed|fail)$/.test(nameOf(node['callee']))) {
      const [code] = node['arguments'] as { value?: unknown }[]
      if (typeof code?.value === 'string') own.failures.add(code.value)
    }
    if (node.type === 'Identifier' && around.some(({ callee }) => nameOf(callee) === 'handlersOf'))
      handed.push(nameOf(node))
  }
  const handlers = handed.map(name => imported.get(name) ?? { file, name })
  return { declared, imported, handlers }
}

const files = globSync(['server/**/*.ts', 'features/*/*/*.ts', 'features/*/*/server/**/*.ts'], {
  exclude: ['**/*.test.ts'],
})
const sources = new Map(files.map(file => [file, read(file)]))

/** Every failure that a declaration may name: its own, and those of everything that it uses. */
function failuresFrom(file: string, name: string, seen = new Map<string, string[]>()): string[] {
  const place = `${file} ${name}`
  const source = sources.get(file)
  const declared = source?.declared.get(name)
  if (!declared) {
    const from = source?.imported.get(name)
    return from ? failuresFrom(from.file, from.name, seen) : []
  }
  if (seen.has(place)) return []
  seen.set(place, [])
  return [
    ...declared.failures,
    ...[...declared.uses].filter(use => use !== name).flatMap(use => failuresFrom(file, use, seen)),
  ]
}

it('declares for every call what its handler may fail with', () => {
  const places = [...sources.values()].flatMap(({ handlers }) => handlers)
  const undeclared = Object.entries(calls).flatMap(([name, call]) => {
    const declared = new Set<string>([...failuresOf(call), ...(never[name] ?? [])])
    const exporting = places.filter(one => (one.name || name) === name && sources.get(one.file)?.declared.has(name))
    return (exporting.length > 0 ? exporting.flatMap(({ file }) => failuresFrom(file, name)) : ['no handler was found'])
      .filter(code => !declared.has(code))
      .map(code => `${name}: ${code}`)
  })
  expect([...new Set(undeclared)]).toEqual([])
})
