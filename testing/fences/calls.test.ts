import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isUp, sources } from './arrows.ts'
import { type Node, nodesOf } from './syntax.ts'

/** Calls that ran up when this was written down: the list may only get shorter. */
const ratchet: ReadonlySet<string> = new Set([
  'features/access/registration/web/inviteQuery.ts checkPresenterInviteCode',
  'features/access/registration/web/inviteQuery.ts checkTypeUserInviteCodeExpired',
  'features/access/registration/web/inviteQuery.ts checkSuperAdminInviteCode',
])

const callee = (node: unknown): unknown => ((node as Node).callee as { name?: string } | undefined)?.name

/** The contract that declares each call. */
function contractsOf(): ReadonlyMap<string, string> {
  const found = globSync('features/*/*/*.ts', { exclude: ['**/*.test.ts'] }).flatMap(file =>
    [...nodesOf(file, readFileSync(file, 'utf8'))]
      .filter(({ node }) => node.type === 'Property' && callee(node['value']) === 'call')
      .map(({ node }) => [(node['key'] as { name: string }).name, file] as const),
  )
  return new Map(found)
}

/** The names in the code that may be those of calls: `client.createUser`, and what `together` is given. */
const namesIn = (file: string, code: string): string[] =>
  [...nodesOf(file, code)].flatMap(({ node, around }) => {
    if (node.type === 'MemberExpression') return [(node['property'] as { name?: string }).name ?? '']
    const isGiven = around.some(({ callee }) => (callee as Node | undefined)?.type === 'MemberExpression')
    return node.type === 'Literal' && isGiven && typeof node['value'] === 'string' ? [node['value']] : []
  })

const contracts = contractsOf()

/** The calls of higher words that a file makes. */
const callsUp = (file: string, code: string): string[] =>
  namesIn(file, code).filter(name => isUp(file, contracts.get(name) ?? ''))

describe('the one direction of the house, by calls', () => {
  it('lets no screen make a call of a higher word', () => {
    const files = sources().filter(file => /(^|\/)web\/.*\.tsx?$/.test(file))
    const up = files.flatMap(file => callsUp(file, readFileSync(file, 'utf8')).map(name => `${file} ${name}`))
    expect(up.filter(call => !ratchet.has(call))).toEqual([])
  })

  it('refuses one call, and one among several', () => {
    const file = 'features/room/room/web/useRoom.ts'
    expect(callsUp(file, 'client.savePoll({})')).toEqual(['savePoll'])
    expect(callsUp(file, "roomClient(pitch).together(['getPollList', { uuid: pitch }])")).toEqual(['getPollList'])
    expect(callsUp(file, 'client.getPitchStatus({})')).toEqual([])
    expect(callsUp('features/talk/poll/web/PollForm.tsx', 'client.savePoll({})')).toEqual([])
  })
})
